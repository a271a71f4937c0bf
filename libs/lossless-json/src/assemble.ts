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
  const pieces: Piece[] = [];
  collectPieces(parts, pieces);
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

function collectPieces(parts: readonly Part[], pieces: Piece[]): void {
  for (const part of parts) {
    if (typeof part === 'string') pieces.push(new TextPiece(part));
    else if ('span' in part) pieces.push(new ExcerptPiece(part));
    else collectPieces(part, pieces);
  }
}

class TextPiece implements Piece {
  readonly length: number;

  constructor(private readonly text: string) {
    this.length = Buffer.byteLength(text);
  }

  write(answer: Buffer, start: number): number {
    return start + answer.write(this.text, start);
  }
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
    for (let id = this.firstId; id < this.endOfIds; id += 2) {
      const idStart = scan.ids[id] as number;
      const idEnd = scan.ids[id + 1] as number;
      at = copyRun(scan.body, from, idStart, answer, at);
      answer[at++] = QUOTE;
      // A loop: for a few digits it is faster than a call into the runtime.
      for (let digit = idStart; digit < idEnd; digit++) answer[at++] = scan.body[digit] as number;
      answer[at++] = QUOTE;
      from = idEnd;
    }
    return copyRun(scan.body, from, span.end, answer, at);
  }
}

function copyRun(body: Buffer, from: number, to: number, answer: Buffer, at: number): number {
  // Buffer.copy does the same behind checks that cost more than most runs take to copy.
  answer.set(new Uint8Array(body.buffer, body.byteOffset + from, to - from), at);
  return at + to - from;
}
