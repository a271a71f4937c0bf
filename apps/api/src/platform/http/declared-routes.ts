import { servedOperations } from '@loupe/dto';
import { editDistance } from '../edit-distance';
import { Problem } from '../problem';

const pages = [
  ...['/', '/openapi.json', '/llms.txt', '/status', '/errors', '/errors/{code}'],
  ...['/docs', '/docs/{page}', '/docs/reference/{operation}'],
].map(patternOf);
const operations = servedOperations.map(({ path, keyless }) => ({
  pattern: patternOf(path),
  isKeyed: keyless !== true,
}));

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`);
}

/** A request to a proxy has an absolute URL as its target. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]!;
}

export function declaredOperationOf(target: string): { readonly isKeyed: boolean } | undefined {
  const path = pathOf(target);
  return operations.find(({ pattern }) => pattern.test(path));
}

export function isDeclared(target: string): boolean {
  return declaredOperationOf(target) !== undefined || pages.some((pattern) => pattern.test(pathOf(target)));
}

const maxSegments = 8;
const maxSegmentLength = 40;

/** The problem for a URL that no endpoint has. It names the path that is nearest, but repeats nothing of the URL, which may hold a key. */
export function unknownRoute(target: string): Problem {
  const near = nearestPath(pathOf(target).split('/').filter(Boolean));
  const hint = near ? `Did you mean ${near}?` : 'Check the base URL and the path:';
  return new Problem(
    'unknown_route',
    `No endpoint has this URL. ${hint} /docs lists every endpoint, and a # in a value is sent as %23.`,
  );
}

/** A path with the same parameters and at most two wrong letters in each word, or the one behind a prefix such as /v1. */
function nearestPath(segments: readonly string[]): string | undefined {
  if (segments.length > maxSegments || segments.some(({ length }) => length > maxSegmentLength)) return undefined;
  const [best] = servedOperations
    .map(({ path }) => ({ path, edits: editsBetween(segments, path.split('/').slice(1)) }))
    .filter(({ edits }) => edits < Number.POSITIVE_INFINITY)
    .sort((left, right) => left.edits - right.edits);
  const withoutPrefix = `/${segments.slice(1).join('/')}`;
  return best?.path ?? servedOperations.find(({ path }) => patternOf(path).test(withoutPrefix))?.path;
}

function editsBetween(segments: readonly string[], words: readonly string[]): number {
  if (segments.length !== words.length) return Number.POSITIVE_INFINITY;
  const edits = words.map((word, place) =>
    word.startsWith('{') ? 0 : editDistance(segments[place]!.toLowerCase(), word),
  );
  return Math.max(...edits) > 2 ? Number.POSITIVE_INFINITY : edits.reduce((sum, one) => sum + one, 0);
}
