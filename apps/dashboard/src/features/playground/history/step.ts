import { allOperations, type Operation } from '@loupe/dto';
import { callUrl } from '../../../snippets/snippets';
import { valueAt } from '../value-path';
import { isAddress } from './playground-search';

/** One call of the history. */
export interface Step {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
}

const patterns = allOperations.map((operation) => {
  const names: string[] = [];
  const source = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  return { operation, names, pattern: new RegExp(`^${source}$`) };
});

export const pathOf = ({ operation, values }: Step): string =>
  callUrl('', { path: operation.path, parameters: Object.keys(operation.parameters), values });

export function readStep(text: unknown): Step | undefined {
  if (!isAddress(text)) return undefined;
  const url = new URL(text, 'http://localhost');
  const found = patterns.find(({ pattern }) => pattern.test(url.pathname));
  if (!found) return undefined;
  const inPath = found.pattern.exec(url.pathname)!.slice(1).map(decodeURIComponent);
  const query = [...url.searchParams].filter(([name]) => name in found.operation.parameters);
  return {
    operation: found.operation,
    values: Object.fromEntries([...found.names.map((name, index) => [name, inPath[index]!] as const), ...query]),
  };
}

const nouns: Record<string, string> = {
  users: 'profile',
  posts: 'post',
  hashtags: 'hashtag',
  locations: 'place',
  highlights: 'highlight',
  audio: 'sound',
  stories: 'stories',
  oembed: 'embed',
};

/** `followers`, `profile`. */
export function shortNameOf({ name }: Operation): string {
  const [domain = '', own = ''] = name.split('.');
  if (domain === 'search') return `search ${own === 'audio' ? 'sounds' : own}`;
  return own.startsWith('by_') ? (nouns[domain] ?? domain) : own.replaceAll('_', ' ');
}

/** `@marta.trails`, `posts`, `CSgquzk…`. */
export function labelOf({ operation, values }: Step, body?: unknown): string {
  const { name } = operation;
  if (['cursor', 'min_id', 'max_id'].some((token) => values[token])) return 'next page';
  const username = valueAt(body, '/username') ?? values.username;
  if (name.startsWith('users.by_')) return username ? `@${username}` : `user ${values.user_id}`;
  if (name === 'hashtags.by_name') return `#${values.name}`;
  if (name === 'posts.by_id') return shortened(String(valueAt(body, '/code') ?? values.post_id));
  if (name === 'locations.by_id') return String(valueAt(body, '/name') ?? `place ${values.location_id}`);
  if (name.startsWith('search.')) return `“${values.query ?? ''}”`;
  return shortNameOf(operation);
}

const shortened = (text: string): string => (text.length > 10 ? `${text.slice(0, 7)}…` : text);
