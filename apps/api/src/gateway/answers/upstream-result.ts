import type { FieldTree } from '@loupe/dto';
import {
  assemble,
  compileShape,
  cutJson,
  earliestExpiry,
  type Part,
  releaseScans,
  scanJson,
} from '@loupe/lossless-json';
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
  /** Equal calls got the same body. */
  readonly isShared?: boolean | undefined;
  /** The value of `x-fields-unmatched`. */
  readonly unmatchedFields?: string | undefined;
}

/** Joins the parts of a body, whose scans can then no longer be read. */
export function resultOf(parts: readonly Part[], listEnd?: ListEnd): UpstreamResult {
  const body = assemble(parts);
  releaseScans(parts);
  return { body, listEnd, mediaExpiresAtSeconds: earliestExpiry(parts) };
}

const maxHeaderLength = 1_024;
const noPaths = compileShape({});
const wholePage: [string, undefined][] = [
  ['next_cursor', undefined],
  ['has_more', undefined],
];

/** Keeps only the `fields` of an object, or of each item of a list. */
export function selectFields(result: UpstreamResult, fields: FieldTree, isList: boolean): UpstreamResult {
  const wanted = isList ? new Map([['items', fields], ...wholePage]) : fields;
  const { json: body, unmatched } = cutJson(result.body, wanted);
  // The media URL that expires first may have been removed.
  const scan = scanJson(body, noPaths);
  const mediaExpiresAtSeconds = earliestExpiry([{ scan, span: { start: 0, end: scan.body.length } }]);
  return {
    ...result,
    body,
    mediaExpiresAtSeconds,
    unmatchedFields: headerOf(isList ? ofItems(body, unmatched) : unmatched),
  };
}

/** The paths below `items`. An empty list says nothing about them. */
function ofItems(body: Buffer, unmatched: readonly string[]): readonly string[] {
  const start = 'items.';
  const emptyList = '{"items":[]';
  if (body.toString('latin1', 0, emptyList.length) === emptyList) return [];
  return unmatched.flatMap((path) => (path.startsWith(start) ? path.slice(start.length) : []));
}

/** As many whole paths as fit; the start of a first path that is longer. */
function headerOf(paths: readonly string[]): string | undefined {
  let text = '';
  for (const path of paths) {
    const longer = `${text}${text && ','}${encodeURIComponent(path)}`;
    if (longer.length > maxHeaderLength) return text || longer.slice(0, maxHeaderLength).replace(/%.?$/, '');
    text = longer;
  }
  return text || undefined;
}
