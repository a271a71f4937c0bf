import type { FieldTree } from '@loupe/dto';
import { assemble, compileShape, cutJson, earliestExpiry, type Part, scanJson } from '@loupe/lossless-json';

/** The upstream gave no cursor that leads on, gave one that it had given before, or the list has one page. */
export type ListEnd = 'no-cursor' | 'repeated-cursor' | 'single-page';

/** How a list goes on after a page: with a token for the caller, or not at all. */
export type Continuation =
  | { readonly token: string; readonly end?: undefined }
  | { readonly token?: undefined; readonly end: ListEnd };

export const singlePage: Continuation = { end: 'single-page' };

/** What is answered for the upstream, and what headers say of it. */
export interface Answer {
  readonly body: Buffer;
  /** Undefined for a list that goes on, and for what is not a list. */
  readonly listEnd?: ListEnd | undefined;
  /** How many elements of a list were left out because their shape is unknown. */
  readonly unknownElements?: number | undefined;
  /** When the first of the signed media addresses in the body expires, in Unix seconds; undefined when it holds none. */
  readonly mediaExpiresAtSeconds?: number | undefined;
}

export function answerWith(parts: readonly Part[], listEnd?: ListEnd): Answer {
  return { body: assemble(parts), listEnd, mediaExpiresAtSeconds: earliestExpiry(parts) };
}

const nothing = compileShape({});
const wholePage: [string, undefined][] = [
  ['next_cursor', undefined],
  ['has_more', undefined],
];

/** The answer with these members alone: of a list, of each of its items. */
export function cutAnswer(answer: Answer, fields: FieldTree, isList: boolean): Answer {
  const body = cutJson(answer.body, isList ? new Map([['items', fields], ...wholePage]) : fields);
  // The media address that expires first may be gone.
  const scan = scanJson(body, nothing);
  const mediaExpiresAtSeconds = earliestExpiry([{ scan, span: { start: 0, end: scan.body.length } }]);
  return { ...answer, body, mediaExpiresAtSeconds };
}
