import type { Scan, Span } from '@loupe/lossless-json';
import { UpstreamFailure } from '@loupe/upstream-client';
import { saysText } from './upstream-body';

export type Paths = string | readonly string[];

/** What tells that an element of a list is what the list is known to hold: one of these members, in it or below it. */
export interface Marks {
  /** Ids, names and other texts, which must say something. */
  readonly texts?: Paths;
  /** Objects, which must not be empty. */
  readonly objects?: Paths;
}

/** A list that is not empty, and has no element of a known shape. */
export class UnknownElements extends UpstreamFailure {
  constructor(
    list: Paths,
    readonly count: number,
  ) {
    super('unavailable', `200 with ${count} elements in ${list}, of which none has a known shape`);
  }
}

/** What a shape looks for, so that {@link isKnown} can tell. */
export function markPaths({ texts = [], objects = [] }: Marks) {
  return { markText: texts, markObject: objects };
}

/** Whether it is an object that has one of its list's marks. */
export function isKnown(scan: Scan<string>, span: Span): boolean {
  if (span.type !== 'object') return false;
  return (
    scan.within(span, 'markText').some((text) => saysText(scan, text)) ||
    scan.within(span, 'markObject').some((object) => object.type === 'object' && !scan.isEmpty(object))
  );
}

/**
 * How many of the elements are unknown.
 * @throws {UnknownElements} when all are: an answer without any of them would say that there are none.
 */
export function countUnknown(list: Paths, all: number, known: number): number {
  if (all > 0 && known === 0) throw new UnknownElements(list, all);
  return all - known;
}
