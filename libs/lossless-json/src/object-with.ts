import { byteAt, COMMA, skipSpace, skipSpaceBack } from './bytes';
import type { Part } from './parts';
import type { Scan } from './scan';
import type { Span } from './span';

export interface ObjectChanges<Name extends string> {
  /** Members or elements to omit, including overridden duplicates of their keys; spans outside the object are ignored. */
  readonly omit?: readonly Span[];
  /** JSON texts by name. Each replaces the name's matches in the object, or is added under the last key of its first path. */
  readonly set?: Readonly<Partial<Record<Name, string>>>;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Copies an object with members omitted or set. @throws {TypeError} if `span` is not an object or a new value has no key */
export function objectWith<Name extends string>(
  scan: Scan<Name>,
  span: Span,
  { omit = [], set }: ObjectChanges<NoInfer<Name>>,
): Part {
  if (span.type !== 'object') throw new TypeError(`Not an object: ${span.type}`);
  if (omit.length === 0 && !set) return { scan, span };
  const omitted = omit.flatMap(withOverridden).filter((value) => isInside(value, span));
  const cuts = cutsOf(scan.body, outermost(inOrder(omitted)));
  const replacements: Edit[] = [];
  const additions: string[] = [];
  for (const [name, text] of Object.entries(set ?? {}) as [Name, string][]) {
    const found = scan.within(span, name).filter((value) => !cuts.some((cut) => isInside(value, cut)));
    for (const { start, end } of found) replacements.push({ start, end, text });
    if (found.length === 0) additions.push(`${keyOf(scan, name)}:${text}`);
  }
  const edits = inOrder([...cuts, ...replacements]);
  if (additions.length > 0) {
    const text = `${isEmptied(scan.body, span, cuts) ? '' : ','}${additions.join(',')}`;
    edits.push({ start: span.end - 1, end: span.end - 1, text });
  }
  return edited(scan, span, edits);
}

function cutsOf(body: Buffer, values: readonly Span[]): Edit[] {
  const cuts: Edit[] = [];
  // Backwards: later cuts decide whether a value becomes the last one. The comma before the last value must go.
  for (const value of values.toReversed()) {
    const start = value.memberStart ?? value.start;
    const next = skipSpace(body, value.end);
    const isLast = byteAt(body, next) !== COMMA || next === cuts[0]?.start;
    const before = skipSpaceBack(body, start);
    if (!isLast) cuts.unshift({ start, end: next + 1, text: '' });
    else cuts.unshift({ start: byteAt(body, before) === COMMA ? before : start, end: value.end, text: '' });
  }
  return cuts;
}

function withOverridden(span: Span): Span[] {
  const spans = [span];
  for (let { overridden } = span; overridden !== undefined; { overridden } = overridden) spans.push(overridden);
  return spans;
}

function outermost(spans: readonly Span[]): Span[] {
  let end = 0;
  return spans.filter((span) => {
    const isOutside = span.start >= end;
    if (isOutside) end = span.end;
    return isOutside;
  });
}

function isInside(inner: Pick<Span, 'start' | 'end'>, outer: Pick<Span, 'start' | 'end'>): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function inOrder<T extends { readonly start: number }>(places: readonly T[]): T[] {
  return places.toSorted((one, other) => one.start - other.start);
}

function isEmptied(body: Buffer, span: Span, cuts: readonly Edit[]): boolean {
  let at = skipSpace(body, span.start + 1);
  for (const cut of cuts) if (cut.start === at) at = skipSpace(body, cut.end);
  return at === span.end - 1;
}

function keyOf<Name extends string>({ shape }: Scan<Name>, name: Name): string {
  const key = shape.keys[shape.indexOf(name)];
  if (key === undefined) throw new TypeError(`No key to add ${name} under`);
  return JSON.stringify(key);
}

function edited(scan: Scan, span: Span, edits: readonly Edit[]): Part[] {
  const parts: Part[] = [];
  let from = span.start;
  for (const { start, end, text } of edits) {
    parts.push({ scan, span: { start: from, end: start } }, text);
    from = end;
  }
  return [...parts, { scan, span: { start: from, end: span.end } }];
}
