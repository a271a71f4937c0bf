export type JsonType = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** Position of a value in the output, without surrounding white space; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Type in the input: a quoted id is a number. */
  readonly type: JsonType;
  /** Start of the key, at its quote; undefined for array elements and whole documents. */
  readonly memberStart: number | undefined;
  /** The earlier member with the same key, which this one overrides. */
  readonly overridden: Span | undefined;
}

const TYPES: Readonly<Record<string, JsonType>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'true',
  f: 'false',
  n: 'null',
};

export function typeOf(first: number): JsonType {
  return TYPES[String.fromCharCode(first)] ?? 'number';
}

export function rangeWithin(spans: readonly Span[], outer: Pick<Span, 'start' | 'end'>): [from: number, to: number] {
  const startOf = (index: number) => (spans[index] as Span).start;
  return [countBefore(outer.start, spans.length, startOf), countBefore(outer.end, spans.length, startOf)];
}

/** Binary search: how many of `count` ascending offsets are less than `place`. */
export function countBefore(place: number, count: number, placeAt: (index: number) => number): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1;
    if (placeAt(middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
