import { gzipSync } from 'node:zlib';
import type { Prepared } from '../faults/fault';

/** What the platform puts on every answer and nobody downstream may ever see. */
export const UPSTREAM_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-cache, no-store, must-revalidate',
  'set-cookie': 'csrftoken=sim-csrf-secret; Domain=.instagram.com; Path=/; Secure',
  'x-fb-debug': 'sim-debug-token==',
  'x-ig-origin-region': 'sim',
  vary: 'Accept-Language, Cookie, Accept-Encoding',
};

const WORTH_COMPRESSING_BYTES = 1024;
const FAST = { level: 1 };
const zipped = new WeakMap<Prepared, Prepared>();

/** The same answer gzipped when the request accepts it and there is enough of it; done once per answer. */
export function compressed(answer: Prepared, acceptEncoding: string | string[] | undefined): Prepared {
  if (!/\bgzip\b/.test(String(acceptEncoding)) || answer.bytes.length < WORTH_COMPRESSING_BYTES) return answer;
  const known = zipped.get(answer);
  if (known) return known;
  const headers = { ...answer.headers, 'content-encoding': 'gzip' };
  const made = { ...answer, headers, bytes: gzipSync(answer.bytes, FAST) };
  zipped.set(answer, made);
  return made;
}
