import type { Scan, Span } from '@loupe/lossless-json';
import { UpstreamFailure } from '@loupe/upstream-client';
import { hasText } from './upstream-body';

export type Paths = string | readonly string[];

/** Members, at any depth, that identify an element of a list. An element needs only one of them. */
export interface Marks {
  readonly texts?: Paths;
  readonly objects?: Paths;
}

/** None of the elements of a non-empty list has a known shape. */
export class UnknownElements extends UpstreamFailure {
  constructor(
    list: Paths,
    readonly count: number,
  ) {
    super('unavailable', `200 with ${count} elements in ${list}, none of which has a known shape`);
  }
}

export function markPaths({ texts = [], objects = [] }: Marks) {
  return { markText: texts, markObject: objects };
}

/** Whether the element is an object with one of its list's marks. */
export function isKnown(scan: Scan<string>, span: Span): boolean {
  if (span.type !== 'object') return false;
  return (
    scan.within(span, 'markText').some((text) => hasText(scan, text)) ||
    scan.within(span, 'markObject').some((object) => object.type === 'object' && !scan.isEmpty(object))
  );
}

/** Counts elements of an unknown shape. @throws {UnknownElements} when none is known: an empty list would be wrong */
export function countUnknown(list: Paths, all: number, known: number): number {
  if (all > 0 && known === 0) throw new UnknownElements(list, all);
  return all - known;
}
