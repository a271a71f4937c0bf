import type { FieldTree } from '@loupe/dto';
import { assemble, compileShape, cutJson, earliestExpiry, type Part, scanJson } from '@loupe/lossless-json';
import type { Problem } from '../../platform/http/problem';

/** The upstream gave no cursor that leads on, gave one that it had given before, or the list has one page. */
export type ListEnd = 'no-cursor' | 'repeated-cursor' | 'single-page';

/** How a list goes on after a page: with a token for the caller, or not at all. */
export type Continuation =
  | { readonly token: string; readonly end?: undefined }
  | { readonly token?: undefined; readonly end: ListEnd };

export const singlePage: Continuation = { end: 'single-page' };

/** What the upstream said, in the form that callers get: a body, or that there is no such thing. Both are charged. */
export interface UpstreamResult {
  /** Of a thing that is absent: empty, or the problem document that was sent. */
  readonly body: Buffer;
  /** A thing that does not exist or is private. */
  readonly problem?: Problem | undefined;
  /** Undefined for a list that goes on, and for what is not a list. */
  readonly listEnd?: ListEnd | undefined;
  /** How many elements of a list were left out because their shape is unknown. */
  readonly unknownElements?: number | undefined;
  /** When the first of the signed media URLs in the body expires, in Unix seconds; undefined when it holds none. */
  readonly mediaExpiresAtSeconds?: number | undefined;
}

export function resultOf(parts: readonly Part[], listEnd?: ListEnd): UpstreamResult {
  return { body: assemble(parts), listEnd, mediaExpiresAtSeconds: earliestExpiry(parts) };
}

const nothing = compileShape({});
const wholePage: [string, undefined][] = [
  ['next_cursor', undefined],
  ['has_more', undefined],
];

/** The result with these members alone: of a list, of each of its items. */
export function selectFields(result: UpstreamResult, fields: FieldTree, isList: boolean): UpstreamResult {
  const body = cutJson(result.body, isList ? new Map([['items', fields], ...wholePage]) : fields);
  // The media URL that expires first may be gone.
  const scan = scanJson(body, nothing);
  const mediaExpiresAtSeconds = earliestExpiry([{ scan, span: { start: 0, end: scan.body.length } }]);
  return { ...result, body, mediaExpiresAtSeconds };
}
