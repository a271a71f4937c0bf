import type { FieldTree } from '@loupe/dto';
import { assemble, compileShape, cutJson, earliestExpiry, type Part, scanJson } from '@loupe/lossless-json';
import type { AnswerTrust } from '@loupe/upstream-client';
import type { Problem } from '../../platform/problem';

/** Why a list ends: no next cursor, a cursor that was used before, or a list with one page. */
export type ListEnd = 'no-cursor' | 'repeated-cursor' | 'single-page';

/** The caller's token for the next page, or why there is none. */
export type Continuation =
  | { readonly token: string; readonly end?: undefined }
  | { readonly token?: undefined; readonly end: ListEnd };

export const singlePage: Continuation = { end: 'single-page' };

/** What the upstream returned for the caller: a body, or a problem (missing or private). Both are charged. */
export interface UpstreamResult {
  readonly body: Buffer;
  readonly problem?: Problem | undefined;
  readonly listEnd?: ListEnd | undefined;
  readonly unknownElements?: number | undefined;
  /** The earliest expiry of a signed media URL in the body, in Unix seconds. */
  readonly mediaExpiresAtSeconds?: number | undefined;
  readonly trust?: AnswerTrust | undefined;
}

export function resultOf(parts: readonly Part[], listEnd?: ListEnd): UpstreamResult {
  return { body: assemble(parts), listEnd, mediaExpiresAtSeconds: earliestExpiry(parts) };
}

const noPaths = compileShape({});
const wholePage: [string, undefined][] = [
  ['next_cursor', undefined],
  ['has_more', undefined],
];

/** Keeps only the `fields` of an object, or of each item of a list. */
export function selectFields(result: UpstreamResult, fields: FieldTree, isList: boolean): UpstreamResult {
  const body = cutJson(result.body, isList ? new Map([['items', fields], ...wholePage]) : fields);
  // The media URL that expires first may have been removed.
  const scan = scanJson(body, noPaths);
  const mediaExpiresAtSeconds = earliestExpiry([{ scan, span: { start: 0, end: scan.body.length } }]);
  return { ...result, body, mediaExpiresAtSeconds };
}
