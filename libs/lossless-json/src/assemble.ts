import { QUOTE } from './bytes';
import type { Scan } from './scan';
import { countBefore, type Span } from './span';

/** Bytes of a body to be passed on under the id rule: what stands between `start` and `end`. */
export interface Excerpt {
  readonly scan: Scan;
  readonly span: Pick<Span, 'start' | 'end'>;
}

/** What an answer is put together from: text as it is, excerpts, and lists of either. */
export type Part = string | Excerpt | readonly Part[];

/** Puts an answer together with a single allocation. Excerpts keep their bytes, but integer ids become strings. */
export function assemble(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(piecesOf);
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const answer = Buffer.allocUnsafe(length);
  let at = 0;
  for (const piece of pieces) at = piece.write(answer, at);
  return answer;
}

/** Something of known length that can write itself; `write` returns the index after it. */
interface Piece {
  readonly length: number;
  write(answer: Buffer, at: number): number;
}

function piecesOf(part: Part): Piece[] {
  if (typeof part === 'string') return [textPiece(part)];
  return 'span' in part ? [new ExcerptPiece(part)] : part.flatMap(piecesOf);
}

function textPiece(text: string): Piece {
  return { length: Buffer.byteLength(text), write: (answer, at) => at + answer.write(text, at) };
}

class ExcerptPiece implements Piece {
  readonly length: number;
  /** The ids inside, as indices of `scan.ids`. */
  private readonly firstId: number;
  private readonly endOfIds: number;

  constructor(private readonly excerpt: Excerpt) {
    const { scan, span } = excerpt;
    const startOf = (index: number) => scan.ids[2 * index] as number;
    this.firstId = 2 * countBefore(span.start, scan.ids.length / 2, startOf);
    this.endOfIds = 2 * countBefore(span.end, scan.ids.length / 2, startOf);
    this.length = span.end - span.start + this.endOfIds - this.firstId;
  }

  write(answer: Buffer, start: number): number {
    const { scan, span } = this.excerpt;
    let from = span.start;
    let at = start;
    for (let id = this.firstId; id < this.endOfIds; id++) {
      const place = scan.ids[id] as number;
      at += scan.body.copy(answer, at, from, place);
      answer[at++] = QUOTE;
      from = place;
    }
    return at + scan.body.copy(answer, at, from, span.end);
  }
}
