import { compileShape, type Scan, type Shape } from '@loupe/lossless-json';

// Present in failures that come with status 200; every shape includes them.
const failurePaths = {
  title: 'title',
  message: 'message',
  errorCode: ['errors[].code', 'errors[].extensions.code', 'error'],
};
type Name = keyof typeof failurePaths | 'resource' | 'name';
export type OkScan = Scan<Name>;

export const anyShape: Shape<Name> = compileShape({ ...failurePaths, resource: [], name: [] });

/** Checks which resource a response body is about. A body without a resource id passes. */
export interface ResourceCheck {
  readonly shape: Shape<Name>;
  /** Cheap check of the first bytes; if true, a body without error markers is not scanned. */
  startsWithId(start: Buffer): boolean;
  /** Whether the body names the requested resource; undefined if it names none. */
  namesRequested(scan: OkScan): boolean | undefined;
}

const userShape: Shape<Name> = compileShape({
  ...failurePaths,
  resource: [],
  name: ['user.pk', 'data.user.pk'],
});
const mediaShape: Shape<Name> = compileShape({ ...failurePaths, resource: 'items[]', name: 'items[].pk' });
const storyShape: Shape<Name> = compileShape({ ...failurePaths, resource: [], name: ['reel.id', 'reel.user.pk'] });
const reelShape: Shape<Name> = compileShape({ ...failurePaths, resource: 'reels.~', name: [] });

function namesFirst(start: Buffer, words: string, id: string): boolean {
  const text = start.toString('latin1', 0, words.length + id.length + 2);
  return text.startsWith(words) && /^"?(\d+)\D/.exec(text.slice(words.length))?.[1] === id;
}

export function checkUser(pk: string): ResourceCheck {
  return {
    shape: userShape,
    startsWithId: (start) => namesFirst(start, '{"user":{"pk":', pk),
    namesRequested: (scan) => areAll(namesIn(scan, scan.all('name')), pk),
  };
}

export function checkMedia(pk: string): ResourceCheck {
  return {
    shape: mediaShape,
    startsWithId: (start) => namesFirst(start, '{"items":[{"pk":', pk),
    namesRequested(scan) {
      const [first] = scan.all('resource');
      const names = first ? namesIn(scan, scan.within(first, 'name')) : [];
      // The id may be `<pk>_<owner's pk>`.
      const ids = names.map((name) => name.split('_')[0]!);
      return areAll(ids, pk);
    },
  };
}

export function checkStory(pk: string): ResourceCheck {
  return { ...checkUser(pk), shape: storyShape, startsWithId: () => false };
}

/** Reels are keyed by id; an empty object means that the reel does not exist. */
export function checkReel(reelId: string): ResourceCheck {
  return {
    shape: reelShape,
    startsWithId: (start) => start.toString('latin1', 0, 64).startsWith(`{"reels":{"${reelId}":`),
    namesRequested(scan) {
      const keys = scan.all('resource').map((reel) => scan.key(reel));
      return keys.length === 0 ? undefined : keys.includes(reelId);
    },
  };
}

function namesIn(scan: OkScan, spans: ReturnType<OkScan['all']>): string[] {
  const written = spans.filter(({ type }) => type === 'string' || type === 'number').map((span) => scan.text(span));
  return written.filter((name) => name !== '');
}

function areAll(ids: readonly string[], pk: string): boolean | undefined {
  return ids.length === 0 ? undefined : ids.every((id) => isSameId(id, pk));
}

function isSameId(one: string, other: string): boolean {
  return one.replace(/^0+/, '') === other.replace(/^0+/, '');
}
