import { bodyBuffers } from './body-buffers';
import type { OutputBody } from './output-body';
import type { Scan } from './scan';
import type { Span } from './span';

/** Bytes of a body to be passed on: what stands between `start` and `end`. */
export interface Excerpt {
  readonly scan: Scan;
  readonly span: Pick<Span, 'start' | 'end'>;
}

/** What an answer is put together from: text as it is, excerpts, and lists of either. */
export type Part = string | Excerpt | readonly Part[];

/**
 * Puts an answer together; one excerpt alone becomes it without being copied. This consumes the scans: nothing can be read
 * from them any more. Once the answer has been sent, release it to `bodyBuffers`.
 */
export function assemble(parts: readonly Part[]): Buffer {
  const only = onlyPartOf(parts);
  if (typeof only === 'object' && 'span' in only) {
    const { scan, span } = only;
    const answer = scan.body.subarray(span.start, span.end);
    scan.output.becomes(answer);
    return answer;
  }
  const pieces: Buffer[] = [];
  const bodies = new Set<OutputBody>();
  collectPieces(parts, pieces, bodies);
  const answer = bodyBuffers.acquire(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    answer.set(piece, at);
    at += piece.length;
  }
  for (const body of bodies) body.consume();
  return answer;
}

function onlyPartOf(parts: readonly Part[]): Part {
  const [first] = parts;
  if (parts.length !== 1) return parts;
  return typeof first === 'object' && !('span' in first) ? onlyPartOf(first) : first!;
}

function collectPieces(parts: readonly Part[], pieces: Buffer[], bodies: Set<OutputBody>): void {
  for (const part of parts) {
    if (typeof part === 'string') pieces.push(Buffer.from(part));
    else if ('span' in part) {
      pieces.push(part.scan.body.subarray(part.span.start, part.span.end));
      bodies.add(part.scan.output);
    } else collectPieces(part, pieces, bodies);
  }
}
