import type { Scan } from './scan';
import type { Span } from './span';

export interface Excerpt {
  readonly scan: Scan;
  readonly span: Pick<Span, 'start' | 'end'>;
}

/** Text, excerpts, and lists of both. */
export type Part = string | Excerpt | readonly Part[];

/** Concatenates parts. A single excerpt is returned without a copy. */
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
