import { allOperations, neededParameters, type Operation } from '@loupe/dto';
import { pointerTokens } from '../value-path';

/** An entity that a response names, and the values that a call about it needs. */
export interface Reference {
  /** `@marta.trails`, `#trail`, `post CSgquzkYxhP`. */
  readonly label: string;
  readonly subject: string;
  readonly values: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

export function referencesAt(root: unknown, pointer: string): readonly Reference[] {
  const tokens = pointerTokens(pointer);
  const name = tokens.at(-1);
  if (name === undefined) return [];
  // The enclosing objects, innermost first.
  const around: Fields[] = [];
  let value = root;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null) return [];
    if (!Array.isArray(value)) around.unshift(value as Fields);
    value = (value as Fields)[token];
  }
  const own = textOf(value);
  if (own === undefined || around.length === 0) return [];
  const reference = referenceOfMember(name, own, around);
  return reference ? [reference] : referencesInText(name, own);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function referenceOfMember(name: string, own: string, around: readonly Fields[]): Reference | undefined {
  const fields = around[0]!;
  const sibling = (...names: string[]) => names.map((one) => textOf(fields[one])).find((text) => text !== undefined);
  const isId = name === 'pk' || name === 'id';
  if (/^highlight:\d+$/.test(own)) return reference(own, 'highlight_id', { highlight_id: own });
  if (name === 'audio_cluster_id' || (name === 'audio_asset_id' && !sibling('audio_cluster_id')))
    return reference(`sound ${own}`, 'audio_id', { audio_id: own });
  if ('username' in fields && (name === 'username' || isId))
    return userReference(sibling('pk', 'id'), sibling('username'));
  if (isUserId(name) && isDigits(own)) return userReference(own, undefined);
  if ('comment_like_count' in fields && name === 'pk') return commentReference(own, around);
  if (name === 'media_id' && /^\d+(_\d+)?$/.test(own)) return postReference(own, ownerOf(around));
  if (isPost(fields) && (isId || name === 'code')) return postReference(sibling('code', 'pk', 'id')!, ownerOf(around));
  if (isPlace(fields) && (name === 'pk' || name === 'name') && sibling('pk'))
    return reference(String(fields.name ?? own), 'location_id', { location_id: sibling('pk') });
  if (isTag(fields) && (name === 'name' || isId))
    return reference(`#${fields.name}`, 'name', { name: sibling('name') });
  return undefined;
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);
const isUserId = (name: string): boolean => ['user_id', 'owner_id', 'author_id'].includes(name);
const isPost = (fields: Fields): boolean => 'code' in fields && ('media_type' in fields || 'like_count' in fields);
const isPlace = (fields: Fields): boolean => 'lat' in fields || ('address' in fields && 'city' in fields);
const isTag = (fields: Fields): boolean =>
  typeof fields.name === 'string' && ('formatted_media_count' in fields || 'media_count' in fields);

function userReference(id: string | undefined, username: string | undefined): Reference | undefined {
  if (id !== undefined && isDigits(id))
    return reference(username === undefined ? `user ${id}` : `@${username}`, 'user_id', { user_id: id });
  return username === undefined ? undefined : reference(`@${username}`, 'username', { username });
}

const postReference = (post: string, owner: string | undefined): Reference =>
  reference(`post ${post}`, 'post_id', { post_id: post, user_id: owner });

function commentReference(own: string, around: readonly Fields[]): Reference {
  const composite = around.map(({ media_pk }) => textOf(media_pk)).find((text) => text !== undefined);
  const media = textOf(around[0]?.media_id) ?? composite;
  return reference(`comment ${own}`, 'comment_id', {
    comment_id: own,
    media_id: media,
    user_id: composite?.split('_')[1],
  });
}

/** The id of the post's user, or the second half of the post's composite id. */
function ownerOf(around: readonly Fields[]): string | undefined {
  for (const { user, id: own } of around) {
    const { pk, id } = (user ?? {}) as Fields;
    const owner = textOf(pk) ?? textOf(id) ?? /^\d+_(\d+)$/.exec(String(own))?.[1];
    if (owner !== undefined) return owner;
  }
  return undefined;
}

const reference = (label: string, subject: string, found: Record<string, string | undefined>): Reference => ({
  label,
  subject,
  values: Object.fromEntries(Object.entries(found).flatMap(([name, value]) => (value ? [[name, value]] : []))),
});

const textNames = new Set(['text', 'biography', 'raw_text', 'title']);

export const mentionPattern = /([#@])([\p{L}\p{M}\p{N}_.]*[\p{L}\p{M}\p{N}_])/gu;

function referencesInText(name: string, text: string): Reference[] {
  if (!textNames.has(name)) return [];
  const mentions = new Map<string, Reference>();
  for (const [whole, sign, word = ''] of text.matchAll(mentionPattern))
    mentions.set(whole, mentionReference(sign!, word));
  return [...mentions.values()];
}

function mentionReference(sign: string, word: string): Reference {
  const subject = sign === '#' ? 'name' : 'username';
  return reference(sign + word, subject, { [subject]: word });
}

/** The operations that have the entity in their path and require only values that the reference has. */
export function operationsOf({ subject, values }: Reference): readonly Operation[] {
  return allOperations.filter(
    (operation) =>
      operation.path.includes(`{${subject}}`) && neededParameters(operation).every((name) => name in values),
  );
}
