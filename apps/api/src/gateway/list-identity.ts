import { hash } from 'node:crypto';
import { type FieldTree, type Operation, tokenParameters } from '@loupe/dto';
import { parsePostId } from '@loupe/media-id';

type Values = Readonly<Record<string, unknown>>;

export type ListIdentity = Values;

/** All parameters but the page tokens and `fields`, in canonical form. */
export function listIdentity(operation: Operation, params: Values): ListIdentity {
  return requestIdentity(operation, params, (name) => !isOfPage(name));
}

/** The parameters in declaration order and canonical form, without defaults. */
export function requestIdentity(
  { parameters }: Operation,
  params: Values,
  isIncluded: (name: string) => boolean = () => true,
): Values {
  const identity: Record<string, unknown> = {};
  for (const name in parameters) {
    const value = params[name];
    if (value === undefined || value === parameters[name]!.schema.default || !isIncluded(name)) continue;
    identity[name] = canonical(name, value, params);
  }
  return identity;
}

/** Hash of the operation, its canonical parameters and the fault, as 32 hexadecimal digits. */
export function fingerprintOf(operation: Operation, params: Values, fault: string | undefined): string {
  const request = [operation.name, requestIdentity(operation, params), fault ?? null];
  return hash('sha256', JSON.stringify(request)).slice(0, 32);
}

export function differing(one: ListIdentity, other: ListIdentity): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name]);
}

/** Canonical form of a value: posts have three spellings, field trees any order, and ids may have leading zeros. */
function canonical(name: string, value: unknown, { user_id }: Values): unknown {
  if (value instanceof Map) return inOrder(value);
  if (typeof value !== 'string' || !name.endsWith('_id')) return value;
  if (name === 'post_id' || name.endsWith('media_id')) return canonicalPost(value, user_id !== undefined);
  return /^0\d+$/.test(value) ? value.replace(/^0+(?=\d)/, '') : value;
}

/** The owner in a composite id is redundant if `user_id` is sent. Else it decides which problem a missing post gets. */
function canonicalPost(text: string, isOwnerKnown: boolean): string {
  const post = parsePostId(text);
  if (!post) return text;
  return isOwnerKnown || post.ownerId === undefined ? post.pk : `${post.pk}_${post.ownerId}`;
}

function inOrder(members: FieldTree): unknown[] {
  const sorted = [...members].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, ofIt]) => [name, ofIt && inOrder(ofIt)]);
}

function isOfPage(name: string): boolean {
  return name === 'fields' || (tokenParameters as readonly string[]).includes(name);
}
