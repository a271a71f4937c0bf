import {
  type Body,
  MalformedJsonError,
  type Scan,
  type Shape,
  type Span,
  scanJson,
  scanJsonRows,
} from '@loupe/lossless-json';
import { classifyFailedOk, UpstreamFailure } from '@loupe/upstream-client';

/** Members that tell a failure which came with a 200: every shape of an upstream body looks for them too. */
export const failurePaths = { status: 'status', message: 'message', errors: 'errors' } as const;
export type FailureName = keyof typeof failurePaths;

/** Members in which other hosts of the upstream wrap what is the whole body here: where one is an object, nothing is missing. */
export const wrapperPaths = ['data', 'location', 'native_location_data'];

export function isWrapped(scan: Scan<'wrapper'>): boolean {
  return scan.all('wrapper').some(({ type }) => type === 'object');
}

/** Scans one document; what is not JSON, or says itself that it failed, is a failure of the upstream. */
export function scanBody<Name extends string>(body: Body, shape: Shape<Name | FailureName>): Scan<Name | FailureName> {
  const scan = readable(() => scanJson(body, shape));
  refuseFailed(scan);
  return scan;
}

/** Scans a stream of documents, one a row. */
export function scanRows<Name extends string>(
  body: Body,
  shape: Shape<Name | FailureName>,
): Scan<Name | FailureName>[] {
  const rows = readable(() => scanJsonRows(body, shape));
  for (const row of rows) refuseFailed(row);
  return rows;
}

/** Tells the last row of a GraphQL stream; its shape looks for it, too. */
export const streamPaths = { isFinal: 'extensions.is_final', ...failurePaths } as const;

/** Scans the rows of a GraphQL answer. A stream of several that ends before its last row is malformed. */
export function scanStream<Name extends string>(
  body: Body,
  shape: Shape<Name | FailureName | 'isFinal'>,
): Scan<Name | FailureName | 'isFinal'>[] {
  const rows = scanRows<Name | 'isFinal'>(body, shape);
  if (rows.length > 1 && !rows.some((row) => row.one('isFinal')?.type === 'true'))
    throw malformedUpstream('its last row');
  return rows;
}

/** A body without the member that makes it an answer. */
export function malformedUpstream(missing: string): UpstreamFailure {
  return new UpstreamFailure('unavailable', `200 without ${missing}`);
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedJsonError) throw new UpstreamFailure('unavailable', error.message);
    throw error;
  }
}

/** Saves reading the status of most bodies. */
function isShorter({ start, end }: Span, text: string): boolean {
  return end - start < text.length;
}

function refuseFailed(scan: Scan<FailureName>): void {
  const errors = scan.one('errors');
  if (errors?.type === 'array' && !scan.isEmpty(errors)) throw new UpstreamFailure('unavailable', 'GraphQL errors');
  const status = scan.one('status');
  if (status?.type !== 'string' || isShorter(status, '"fail"') || scan.text(status) !== 'fail') return;
  const message = scan.one('message');
  throw classifyFailedOk(message?.type === 'string' ? scan.text(message) : 'no message');
}
