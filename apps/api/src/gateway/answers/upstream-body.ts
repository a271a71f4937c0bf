import {
  MalformedJsonError,
  release,
  type Scan,
  type Shape,
  type Span,
  scanJson,
  scanJsonRows,
} from '@loupe/lossless-json';
import { classifyFailedOk, UpstreamFailure } from '@loupe/upstream-client';

/** Members that report a failure in a 200 response. Every shape must include them. */
export const failurePaths = { status: 'status', message: 'message', errors: 'errors' } as const;
export type FailureName = keyof typeof failurePaths;

/** Some upstream hosts wrap the body in one of these members. A member that seems to be missing is then inside. */
export const wrapperPaths = ['data', 'location', 'native_location_data'];

export function isWrapped(scan: Scan<'wrapper'>): boolean {
  return scan.all('wrapper').some(({ type }) => type === 'object');
}

/** Scans a body of one JSON document, and releases it. @throws {UpstreamFailure} when the body is not JSON, or reports a failure */
export function scanBody<Name extends string>(
  body: Buffer,
  shape: Shape<Name | FailureName>,
): Scan<Name | FailureName> {
  const scan = scanned(body, scanJson, shape);
  throwIfFailed(scan);
  return scan;
}

/**
 * Scans a stream of JSON documents, one per row, and releases it.
 * @throws {UpstreamFailure} when a document is malformed or reports a failure
 */
export function scanRows<Name extends string>(
  body: Buffer,
  shape: Shape<Name | FailureName>,
): Scan<Name | FailureName>[] {
  const rows = scanned(body, scanJsonRows, shape);
  for (const row of rows) throwIfFailed(row);
  return rows;
}

/** Status members of GraphQL rows. Every shape of a stream must include them. */
export const streamPaths = { isFinal: 'extensions.is_final', data: 'data', path: 'path', ...failurePaths } as const;
type StreamName = keyof typeof streamPaths;

/** Scans the rows of a GraphQL response, and releases it. @throws {UpstreamFailure} when a row fails, or the last row is missing */
export function scanStream<Name extends string>(
  body: Buffer,
  shape: Shape<Name | StreamName>,
): Scan<Name | StreamName>[] {
  const rows = scanned(body, scanJsonRows, shape);
  throwIfErrors(rows);
  for (const row of rows) throwIfFailedStatus(row);
  if (rows.length > 1 && !rows.some((row) => row.one('isFinal')?.type === 'true'))
    throw malformedUpstream('its last row');
  return rows;
}

/** A 200 response without a required part. */
export function malformedUpstream(missing: string): UpstreamFailure {
  return new UpstreamFailure('unavailable', `200 without ${missing}`);
}

/** Whether the value is a non-empty string or a non-zero number. Ids come as either. */
export function hasText(scan: Scan<never>, span: Span | undefined): boolean {
  // The quotes of a string are two bytes. A number of more than three bytes counts as non-zero without decoding.
  if (span?.type === 'string') return span.end - span.start > 2;
  return span?.type === 'number' && (span.end - span.start > 3 || scan.text(span) !== '0');
}

/** Like {@link hasText}, but the string "0" is no id either. */
export function hasId(scan: Scan<never>, span: Span | undefined): boolean {
  return hasText(scan, span) && scan.text(span!) !== '0';
}

/** A scan has its own copy of the body. */
function scanned<Name extends string, T>(
  body: Buffer,
  scan: (body: Buffer, shape: Shape<Name>) => T,
  shape: Shape<Name>,
): T {
  try {
    const result = scan(body, shape);
    release(body);
    return result;
  } catch (error) {
    if (error instanceof MalformedJsonError) throw new UpstreamFailure('unavailable', error.message);
    throw error;
  }
}

function isShorter({ start, end }: Span, text: string): boolean {
  return end - start < text.length;
}

function throwIfFailed(scan: Scan<FailureName>): void {
  if (hasErrors(scan)) throw new UpstreamFailure('unavailable', 'GraphQL errors');
  throwIfFailedStatus(scan);
}

function hasErrors(scan: Scan<FailureName>): boolean {
  const errors = scan.one('errors');
  return errors?.type === 'array' && !scan.isEmpty(errors);
}

/** Ignores errors of single fields: the upstream sends them along with complete data. */
function throwIfErrors(rows: readonly Scan<StreamName>[]): void {
  const failed = rows.filter(hasErrors);
  if (failed.length === 0) return;
  const roots = rootsOf(rows);
  if (!failed.every((row) => hasFieldErrorsOnly(row, roots)))
    throw new UpstreamFailure('unavailable', 'GraphQL errors');
}

/** The query's top-level fields that have data. Rows without a path hold them. */
function rootsOf(rows: readonly Scan<StreamName>[]): Set<unknown> {
  const first = rows.filter((row) => pathOf(row).length === 0);
  return new Set(first.flatMap((row) => namesOfValues(dataOf(row) ?? {})));
}

/** The path of a field error starts at a top-level field, or at a field of its own row. */
function hasFieldErrorsOnly(row: Scan<StreamName>, roots: ReadonlySet<unknown>): boolean {
  const data = dataOf(row);
  if (!data) return false;
  const begins = new Set(roots);
  if (roots.has(pathOf(row)[0])) for (const name of namesOfValues(data)) begins.add(name);
  const errors = JSON.parse(row.text(row.one('errors')!)) as ({ path?: unknown } | null)[];
  return errors.every((error) => {
    const path = error?.path;
    return Array.isArray(path) && path.length > 1 && begins.has(path[0]);
  });
}

function namesOfValues(data: object): string[] {
  return Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [name]));
}

function pathOf(row: Scan<StreamName>): unknown[] {
  const path = row.one('path');
  return path?.type === 'array' ? (JSON.parse(row.text(path)) as unknown[]) : [];
}

function dataOf(row: Scan<StreamName>): object | undefined {
  const data = row.one('data');
  return data?.type === 'object' ? (JSON.parse(row.text(data)) as object) : undefined;
}

function throwIfFailedStatus(scan: Scan<FailureName>): void {
  const status = scan.one('status');
  if (status?.type !== 'string' || isShorter(status, '"fail"') || scan.text(status) !== 'fail') return;
  const message = scan.one('message');
  throw classifyFailedOk(message?.type === 'string' ? scan.text(message) : 'no message');
}

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
