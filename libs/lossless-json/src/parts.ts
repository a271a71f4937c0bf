import { release } from './release';
import type { Scan } from './scan';
import { countBefore, type Span } from './span';

export interface Excerpt {
  readonly scan: Scan;
  readonly span: Pick<Span, 'start' | 'end'>;
}

/** Text, excerpts, and lists of both. */
export type Part = string | Excerpt | readonly Part[];

/** Concatenates parts. The result shares no memory with the scans. */
export function assemble(parts: readonly Part[]): Buffer {
  return Buffer.concat(piecesOf(parts));
}

/** Releases the output of these parts' scans, whose values can then no longer be read. */
export function releaseScans(parts: readonly Part[]): void {
  for (const part of parts) {
    if (typeof part === 'string') continue;
    if ('span' in part) release(part.scan.body);
    else releaseScans(part);
  }
}

function piecesOf(parts: readonly Part[]): Buffer[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [Buffer.from(part)];
    return 'span' in part ? [part.scan.body.subarray(part.span.start, part.span.end)] : piecesOf(part);
  });
}

/** The earliest expiry of the signed media URLs in these parts. @returns Unix seconds; undefined if there are none */
export function earliestExpiry(parts: readonly Part[]): number | undefined {
  const earliest = earliestIn(parts);
  return earliest === Number.POSITIVE_INFINITY ? undefined : earliest;
}

function earliestIn(parts: readonly Part[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (typeof part === 'string') continue;
    if (!('span' in part)) {
      earliest = Math.min(earliest, earliestIn(part));
      continue;
    }
    const { expiries } = part.scan.output;
    const { start, end } = part.span;
    const placeOf = (index: number) => expiries[2 * index] as number;
    for (let at = 2 * countBefore(start, expiries.length / 2, placeOf); (expiries[at] as number) < end; at += 2)
      earliest = Math.min(earliest, expiries[at + 1] as number);
  }
  return earliest;
}
