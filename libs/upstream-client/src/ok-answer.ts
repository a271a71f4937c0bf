import { MalformedJsonError, scanJsonRows } from '@loupe/lossless-json';
import { isRateLimit, SessionRefused } from './classify';
import { UpstreamFailure } from './failure';
import { anyShape, type OkScan } from './named-thing';
import type { UpstreamRequest } from './request';

/** Bodies that are no answer are short, and have one of these in them. Others are looked at only where they name what they are about. */
const shortBytes = 4_096;
const words = ['1675004', 'estricted profile', 'too many requests', 'wait a few minutes'];
/** Of GraphQL: “Rate limit exceeded”. */
const rateLimitCode = '1675004';
const prefix = 'for (;;);';
const restricted = /^restricted profile$/i;

/** The answer is about another thing: whatever else comes on its connection is somebody else's, too. */
export class AnotherThing extends UpstreamFailure {
  constructor(about: string) {
    super('unavailable', `an answer about another thing than ${about}`);
  }
}

/** What a body with status 200 is when it is no answer to its request; undefined when nothing here speaks against it. */
export function failureInOk(body: Buffer, { about, named }: UpstreamRequest): UpstreamFailure | undefined {
  const isSuspect = body.length <= shortBytes && words.some((word) => body.includes(word));
  if (!isSuspect && (!named || named.beginsWell(body))) return undefined;
  const rows = rowsOf(withoutPrefix(body), named?.shape ?? anyShape);
  const [first] = rows;
  if (!first) return undefined;
  if (rows.some(saysRateLimit)) return new SessionRefused('200 with a rate limit', 'rate');
  if ((['title', 'message'] as const).some((name) => restricted.test(textOf(first, name))))
    return new UpstreamFailure('private', '200 that says “restricted profile”');
  return named?.isAnother(first) ? new AnotherThing(about) : undefined;
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
    scan.all('errorCode').some((code) => scan.text(code) === rateLimitCode) || isRateLimit(textOf(scan, 'message'))
  );
}

function textOf(scan: OkScan, name: 'title' | 'message'): string {
  const span = scan.one(name);
  return span?.type === 'string' ? scan.text(span) : '';
}

/** It keeps scripts of other pages from reading a body. */
function withoutPrefix(body: Buffer): Buffer {
  return body.subarray(0, prefix.length).toString('latin1') === prefix ? body.subarray(prefix.length) : body;
}
