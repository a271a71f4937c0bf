import { assemble, earliestExpiry, type Part } from '@loupe/lossless-json';

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

/** Consumes the scans of these parts, as `assemble` does. */
export function answerWith(parts: readonly Part[], listEnd?: ListEnd): Answer {
  return { body: assemble(parts), listEnd, mediaExpiresAtSeconds: earliestExpiry(parts) };
}
