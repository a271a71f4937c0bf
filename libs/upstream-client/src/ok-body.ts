import { MalformedJsonError, scanJsonRows } from '@loupe/lossless-json';
import { isRateLimit, SessionRefused } from './classify';
import { UpstreamFailure } from './failure';
import type { UpstreamRequest } from './request';
import { anyShape, type OkScan } from './resource-check';

// Failures with status 200 are short and contain one of these. Any other body is scanned only if its first bytes do not show
// the id that the resource check expects.
const maxErrorBytes = 4_096;
const errorMarkers = ['1675004', 'estricted profile', 'too many requests', 'wait a few minutes'];
const graphqlRateLimitCode = '1675004';
const prefix = 'for (;;);';
const restricted = /^restricted profile$/i;

/** The response is about another resource, so its connection is out of sync and must be closed. */
export class WrongResource extends UpstreamFailure {
  constructor(about: string) {
    super('unavailable', `a response about another resource than ${about}`);
  }
}

/**
 * Inspects the body of a 200 response.
 * @returns the failure that it reports, or whether it is proven to be about the requested resource
 */
export function inspectOk(body: Buffer, { about, resourceCheck }: UpstreamRequest): UpstreamFailure | boolean {
  const mayBeError = body.length <= maxErrorBytes && errorMarkers.some((word) => body.includes(word));
  if (!mayBeError && !resourceCheck) return false;
  if (!mayBeError && resourceCheck?.startsWithId(body)) return true;
  const rows = rowsOf(withoutPrefix(body), resourceCheck?.shape ?? anyShape);
  const [first] = rows;
  if (!first) return false;
  if (rows.some(saysRateLimit)) return new SessionRefused('200 with a rate limit', 'rate');
  if ((['title', 'message'] as const).some((name) => restricted.test(textOf(first, name))))
    return new UpstreamFailure('private', '200 that says “restricted profile”');
  const isRequested = resourceCheck?.namesRequested(first);
  return isRequested === false ? new WrongResource(about) : isRequested === true;
}

function rowsOf(body: Buffer, shape: typeof anyShape): OkScan[] {
  try {
    return scanJsonRows(body, shape);
  } catch (error) {
    if (error instanceof MalformedJsonError) return [];
    throw error;
  }
}

function saysRateLimit(scan: OkScan): boolean {
  return (
    scan.all('errorCode').some((code) => scan.text(code) === graphqlRateLimitCode) ||
    isRateLimit(textOf(scan, 'message'))
  );
}

function textOf(scan: OkScan, name: 'title' | 'message'): string {
  const span = scan.one(name);
  return span?.type === 'string' ? scan.text(span) : '';
}

/** Removes the prefix that keeps scripts of other sites from reading a body. */
function withoutPrefix(body: Buffer): Buffer {
  return body.subarray(0, prefix.length).toString('latin1') === prefix ? body.subarray(prefix.length) : body;
}
