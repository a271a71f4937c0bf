import type { Scan } from './scan';
import type { Span } from './span';

/** Bytes of a body to be passed on: what stands between `start` and `end`. */
export interface Excerpt {
  readonly scan: Scan;
  readonly span: Pick<Span, 'start' | 'end'>;
}

/** What an answer is put together from: text as it is, excerpts, and lists of either. */
export type Part = string | Excerpt | readonly Part[];

/** Puts an answer together; one excerpt alone becomes it without being copied. */
export function assemble(parts: readonly Part[]): Buffer {
  const pieces = piecesOf(parts);
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

function piecesOf(parts: readonly Part[]): Buffer[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [Buffer.from(part)];
    return 'span' in part ? [part.scan.body.subarray(part.span.start, part.span.end)] : piecesOf(part);
  });
}
