import type { Scan } from './scan';
import type { Span } from './span';

/** Bytes of a body to be passed on: what stands between `start` and `end`. */
export interface Excerpt {
  readonly scan: Scan;
  readonly span: Pick<Span, 'start' | 'end'>;
}

/** What an answer is put together from: text as it is, excerpts, and lists of either. */
export type Part = string | Excerpt | readonly Part[];

/** Puts an answer together. One excerpt alone is not copied: it shares its body's memory. */
export function assemble(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [];
  collectPieces(parts, pieces);
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

function collectPieces(parts: readonly Part[], pieces: Buffer[]): void {
  for (const part of parts) {
    if (typeof part === 'string') pieces.push(Buffer.from(part));
    else if ('span' in part) pieces.push(part.scan.body.subarray(part.span.start, part.span.end));
    else collectPieces(part, pieces);
  }
}
