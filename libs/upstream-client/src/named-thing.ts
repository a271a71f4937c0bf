import { compileShape, type Scan, type Shape } from '@loupe/lossless-json';

/** Members of a body with status 200 that is no answer; every shape looks for them. */
const noAnswerPaths = {
  title: 'title',
  message: 'message',
  errorCode: ['errors[].code', 'errors[].extensions.code', 'error'],
};
type Name = keyof typeof noAnswerPaths | 'thing' | 'name';
export type OkScan = Scan<Name>;

export const anyShape: Shape<Name> = compileShape({ ...noAnswerPaths, thing: [], name: [] });

/** Where a body names the thing that it is about. One that names nothing is not judged here. */
export interface Named {
  readonly shape: Shape<Name>;
  /** Whether the first bytes name the thing already, as most answers do: then nothing is scanned for it. */
  beginsWell(start: Buffer): boolean;
  /** Whether it names another thing than the one asked for. */
  isAnother(scan: OkScan): boolean;
}

const userShape: Shape<Name> = compileShape({
  ...noAnswerPaths,
  thing: [],
  name: ['user.pk', 'data.user.pk'],
});
const mediaShape: Shape<Name> = compileShape({ ...noAnswerPaths, thing: 'items[]', name: 'items[].pk' });
const storyShape: Shape<Name> = compileShape({ ...noAnswerPaths, thing: [], name: ['reel.id', 'reel.user.pk'] });
const reelShape: Shape<Name> = compileShape({ ...noAnswerPaths, thing: 'reels.~', name: [] });

/** Whether a body begins with an id, as a number or in quotes, after these words. */
function namesFirst(start: Buffer, words: string, id: string): boolean {
  const text = start.toString('latin1', 0, words.length + id.length + 2);
  return text.startsWith(words) && /^"?(\d+)\D/.exec(text.slice(words.length))?.[1] === id;
}

export function namedUser(pk: string): Named {
  return {
    shape: userShape,
    beginsWell: (start) => namesFirst(start, '{"user":{"pk":', pk),
    isAnother: (scan) => namesIn(scan, scan.all('name')).some((name) => !isSameId(name, pk)),
  };
}

export function namedMedia(pk: string): Named {
  return {
    shape: mediaShape,
    beginsWell: (start) => namesFirst(start, '{"items":[{"pk":', pk),
    isAnother(scan) {
      const [first] = scan.all('thing');
      const names = first ? namesIn(scan, scan.within(first, 'name')) : [];
      // The owner's pk may stand after it.
      return names.some((name) => !isSameId(name.split('_')[0]!, pk));
    },
  };
}

export function namedStory(pk: string): Named {
  return { ...namedUser(pk), shape: storyShape, beginsWell: () => false };
}

/** Reels stand under their ids; that there are none at all says that there is no such reel. */
export function namedReel(reelId: string): Named {
  return {
    shape: reelShape,
    beginsWell: (start) => start.toString('latin1', 0, 64).startsWith(`{"reels":{"${reelId}":`),
    isAnother(scan) {
      const keys = scan.all('thing').map((reel) => scan.key(reel));
      return keys.length > 0 && !keys.includes(reelId);
    },
  };
}

/** Of ids that are there. */
function namesIn(scan: OkScan, spans: ReturnType<OkScan['all']>): string[] {
  const written = spans.filter(({ type }) => type === 'string' || type === 'number').map((span) => scan.text(span));
  return written.filter((name) => name !== '');
}

function isSameId(one: string, other: string): boolean {
  return one.replace(/^0+/, '') === other.replace(/^0+/, '');
}
