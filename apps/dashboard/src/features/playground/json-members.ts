type Member = [name: string, value: unknown];

/** Identifying members come first, in the order in which people look for them, then counts and states. */
const identityNames = ['pk', 'id', 'code', 'username', 'full_name', 'name', 'title', 'text', 'caption', 'biography'];
const countNames = ['follower_count', 'following_count', 'media_count', 'like_count', 'comment_count'];
const stateNames = ['is_private', 'is_verified', 'taken_at', 'created_at'];

function rankOf(name: string): number {
  const identity = identityNames.indexOf(name);
  if (identity >= 0) return identity;
  const known = [...countNames, ...stateNames].indexOf(name);
  if (known >= 0) return identityNames.length + known;
  return /_count$/.test(name) ? identityNames.length + 100 : Number.POSITIVE_INFINITY;
}

export const isIdentity = (name: string): boolean => rankOf(name) !== Number.POSITIVE_INFINITY;

/** Identifying members first; undefined for a scalar. */
export function membersOf(value: unknown): Member[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Object.entries(value);
  if (Array.isArray(value) || !members.some(([name]) => isIdentity(name))) return members;
  const ranked = members.map((member) => ({ member, rank: rankOf(member[0]) }));
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ member }) => member);
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

const summaryNames = ['username', 'full_name', 'name', 'title', 'code', 'text'];
const maxInSummary = 4;
const maxTextLength = 48;

/** `lila.sunday · Lila Vogel · private · 5308504`. */
export function summaryOf(value: object): string {
  const count = Object.keys(value).length;
  if (count === 0) return '{}';
  const parts = identityOf(value as Record<string, unknown>);
  if (parts.length > 0) return parts.slice(0, maxInSummary).join(' · ');
  for (const inner of Object.values(value)) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    const nested = identityOf(inner);
    if (nested.length > 0) return nested.slice(0, maxInSummary).join(' · ');
  }
  return `{ ${count} ${count === 1 ? 'member' : 'members'} }`;
}

function identityOf(fields: Record<string, unknown>): string[] {
  const { caption } = fields;
  const captionText = typeof caption === 'object' && caption !== null ? (caption as { text?: unknown }).text : caption;
  const texts = [...summaryNames.map((name) => fields[name]), captionText];
  const states = [fields.is_private === true && 'private', fields.is_verified === true && 'verified'];
  return [...texts, ...states, fields.pk ?? fields.id]
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .map((text) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text));
}
