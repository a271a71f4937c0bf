export type JsonType = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** Where a value stands in its output body: bytes `start` to `end`, `end` excluded, without the white space around it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** As it came: an id that becomes a string is a number. */
  readonly type: JsonType;
  /** Where its key begins, at the quote; undefined for an array's element and for a whole document. */
  readonly memberStart: number | undefined;
  /** The member of the same object and the same key that this one took the place of. */
  readonly former: Span | undefined;
}

const TYPES: Readonly<Record<string, JsonType>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'true',
  f: 'false',
  n: 'null',
};

/** The type of a value that begins with the byte `first`. */
export function typeOf(first: number): JsonType {
  return TYPES[String.fromCharCode(first)] ?? 'number';
}

/** Indices, from and to, of the spans that lie inside `outer`; they are in document order. */
export function rangeWithin(spans: readonly Span[], outer: Pick<Span, 'start' | 'end'>): [from: number, to: number] {
  const startOf = (index: number) => (spans[index] as Span).start;
  return [countBefore(outer.start, spans.length, startOf), countBefore(outer.end, spans.length, startOf)];
}

/** How many of `count` ascending places, read through `placeAt`, lie before `place`. */
export function countBefore(place: number, count: number, placeAt: (index: number) => number): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1;
    if (placeAt(middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
