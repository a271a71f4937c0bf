import { allOperations, neededParameters, type Operation } from '@loupe/dto';
import { pointerTokens } from '../value-path';

/** An entity that a response names, and the values that a call about it needs. */
export interface Reference {
  /** `@marta.trails`, `#trail`, `post CSgquzkYxhP`. */
  readonly label: string;
  readonly subject: string;
  readonly values: Readonly<Record<string, string>>;
  /** JSON Pointers of the values; a value that is only a part of a text has none. */
  readonly sources: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The enclosing objects, innermost first. */
type Around = readonly { readonly fields: Fields; readonly pointer: string }[];

interface Found {
  readonly value: string;
  readonly pointer: string;
}

export function referencesAt(root: unknown, pointer: string): readonly Reference[] {
  const tokens = pointerTokens(pointer);
  const name = tokens.at(-1);
  if (name === undefined) return [];
  const around: { fields: Fields; pointer: string }[] = [];
  let value = root;
  let at = '';
  for (const [index, token] of tokens.entries()) {
    if (typeof value !== 'object' || value === null) return [];
    if (!Array.isArray(value)) around.unshift({ fields: value as Fields, pointer: at });
    value = (value as Fields)[token];
    at = `/${pointer
      .split('/')
      .slice(1, index + 2)
      .join('/')}`;
  }
  if (typeof value !== 'string' || value === '' || around.length === 0) return [];
  const reference = referenceOfMember(name, { value, pointer }, around);
  return reference ? [reference] : referencesInText(name, value);
}

function referenceOfMember(name: string, own: Found, around: Around): Reference | undefined {
  const { fields, pointer } = around[0]!;
  const sibling = (...names: string[]): Found | undefined => {
    for (const one of names) {
      const value = fields[one];
      if (typeof value === 'string' && value !== '') return { value, pointer: `${pointer}/${one}` };
    }
    return undefined;
  };
  const isId = name === 'pk' || name === 'id';
  if (/^highlight:\d+$/.test(own.value)) return reference(own.value, 'highlight_id', { highlight_id: own });
  if (name === 'audio_cluster_id' || (name === 'audio_asset_id' && !sibling('audio_cluster_id')))
    return reference(`sound ${own.value}`, 'audio_id', { audio_id: own });
  if ('username' in fields && (name === 'username' || isId))
    return userReference(sibling('pk', 'id'), sibling('username'));
  if (isUserId(name) && isDigits(own.value)) return userReference(own, undefined);
  if ('comment_like_count' in fields && name === 'pk') return commentReference(own, around, sibling);
  if (name === 'media_id' && /^\d+(_\d+)?$/.test(own.value)) return postReference(own, ownerOf(around));
  if (isPost(fields) && (isId || name === 'code')) return postReference(sibling('code', 'pk', 'id')!, ownerOf(around));
  if (isPlace(fields) && (name === 'pk' || name === 'name') && sibling('pk'))
    return reference(String(fields.name ?? own.value), 'location_id', { location_id: sibling('pk') });
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

function userReference(id: Found | undefined, username: Found | undefined): Reference | undefined {
  if (id && isDigits(id.value))
    return reference(username ? `@${username.value}` : `user ${id.value}`, 'user_id', { user_id: id });
  return username && reference(`@${username.value}`, 'username', { username });
}

function postReference(post: Found, owner: Found | undefined): Reference {
  return reference(`post ${post.value}`, 'post_id', { post_id: post, user_id: owner });
}

function commentReference(own: Found, around: Around, sibling: (...names: string[]) => Found | undefined): Reference {
  const composite = around.map(({ fields, pointer }) => found(fields.media_pk, `${pointer}/media_pk`)).find(Boolean);
  const media = sibling('media_id') ?? composite;
  const owner = composite && { value: composite.value.split('_')[1] ?? '', pointer: '' };
  return reference(`comment ${own.value}`, 'comment_id', { comment_id: own, media_id: media, user_id: owner });
}

/** The id of the post's user, or the second half of the post's composite id. */
function ownerOf(around: Around): Found | undefined {
  for (const { fields, pointer } of around) {
    const user = fields.user as Fields | null | undefined;
    if (typeof user === 'object' && user !== null) {
      const id = found(user.pk, `${pointer}/user/pk`) ?? found(user.id, `${pointer}/user/id`);
      if (id) return id;
    }
    const half = /^\d+_(\d+)$/.exec(String(fields.id))?.[1];
    if (half) return { value: half, pointer: '' };
  }
  return undefined;
}

const found = (value: unknown, pointer: string): Found | undefined =>
  typeof value === 'string' && value !== '' ? { value, pointer } : undefined;

function reference(label: string, subject: string, found: Record<string, Found | undefined>): Reference {
  const given = Object.entries(found).filter((entry): entry is [string, Found] => entry[1] !== undefined);
  return {
    label,
    subject,
    values: Object.fromEntries(given.map(([name, { value }]) => [name, value])),
    sources: Object.fromEntries(given.flatMap(([name, { pointer }]) => (pointer ? [[name, pointer]] : []))),
  };
}

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
  return { label: sign + word, subject, values: { [subject]: word }, sources: {} };
}

/** The operations that have the entity in their path and require only values that the reference has. */
export function operationsOf({ subject, values }: Reference): readonly Operation[] {
  return allOperations.filter(
    (operation) =>
      operation.path.includes(`{${subject}}`) && neededParameters(operation).every((name) => name in values),
  );
}
