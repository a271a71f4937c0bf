import { type Operation, tokenParameters } from '@loupe/dto';
import { parsePostId } from '@loupe/media-id';

/** The parameters that say which list it is, by their names. */
export type ListIdentity = Readonly<Record<string, unknown>>;

/** Every parameter but the tokens and what answers are cut to; one left out and one that says the default are the same list. */
export function listIdentity(
  { parameters }: Operation,
  params: Readonly<Record<string, unknown>>,
  spelled: (name: string, value: unknown) => unknown = canonical,
): ListIdentity {
  const identity: Record<string, unknown> = {};
  for (const name in parameters) {
    const value = params[name];
    if (value === undefined || value === parameters[name]!.schema.default || isOfPage(name)) continue;
    identity[name] = spelled(name, value);
  }
  return identity;
}

/** Names of the parameters in which two lists differ. */
export function differing(one: ListIdentity, other: ListIdentity): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => one[name] !== other[name]);
}

export function spelledAsSent(_name: string, value: unknown): unknown {
  return value;
}

/** Posts have three spellings, and ids may have leading zeros; what else has several was read into one. */
function canonical(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !name.endsWith('_id')) return value;
  if (name === 'post_id' || name.endsWith('media_id')) return parsePostId(value)?.pk ?? value;
  return /^0\d+$/.test(value) ? value.replace(/^0+(?=\d)/, '') : value;
}

function isOfPage(name: string): boolean {
  return name === 'fields' || (tokenParameters as readonly string[]).includes(name);
}
