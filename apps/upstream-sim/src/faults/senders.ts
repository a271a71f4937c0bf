import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export interface Prepared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export type Sender = (response: ServerResponse, prepared: Prepared, delayMs: number) => void;

export function later(response: ServerResponse, delayMs: number, act: () => void): void {
  const timer = setTimeout(act, delayMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}

const oversizeBytes = 40 * 1024 * 1024;

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.ceil(bytes.length / 2));
const lastRowOf = (bytes: Buffer): number => bytes.lastIndexOf(0x0a, bytes.length - 2);

function sendHead(response: ServerResponse, { status, headers, bytes }: Prepared): void {
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
}

export function sendWhole(response: ServerResponse, prepared: Prepared): void {
  sendHead(response, prepared);
  response.end(prepared.bytes);
}

const sendInstead =
  (change: (bytes: Buffer) => Buffer): Sender =>
  (response, prepared) =>
    sendWhole(response, { ...prepared, bytes: change(prepared.bytes) });

function withByte(bytes: Buffer, at: number, byte: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = byte;
  return changed;
}

const sendEncoded =
  (encoding: string, encode: (bytes: Buffer) => Buffer): Sender =>
  (response, { headers, bytes, ...prepared }) =>
    sendWhole(response, { ...prepared, headers: { ...headers, 'content-encoding': encoding }, bytes: encode(bytes) });

const zstdBlockBytes = 128 * 1024;

/** A zstd frame of raw blocks (RFC 8878): older Node.js versions cannot compress with zstd. */
function storedZstd(bytes: Buffer): Buffer {
  const head = Buffer.from('28b52ffda000000000', 'hex');
  head.writeUInt32LE(bytes.length, 5);
  const blocks = Array.from({ length: Math.ceil(bytes.length / zstdBlockBytes) }, (_, i) => {
    const block = bytes.subarray(i * zstdBlockBytes, (i + 1) * zstdBlockBytes);
    const isLast = (i + 1) * zstdBlockBytes >= bytes.length;
    const blockHead = Buffer.alloc(3);
    blockHead.writeUIntLE(block.length * 8 + Number(isLast), 0, 3);
    return Buffer.concat([blockHead, block]);
  });
  return Buffer.concat([head, ...blocks]);
}

const sendWrapped = (member: string): Sender =>
  sendInstead((bytes) => Buffer.from(`{"${member}":${bytes.toString().trimEnd()},"status":"ok"}`));

export const senders: Readonly<Record<string, Sender>> = {
  slow_first_byte(response, prepared, delayMs) {
    sendHead(response, prepared);
    response.flushHeaders();
    later(response, delayMs, () => response.end(prepared.bytes));
  },
  timeout(response, _prepared, delayMs) {
    later(response, delayMs, () => response.destroy());
  },
  stalled_body(response, prepared, delayMs) {
    sendHead(response, prepared);
    response.write(half(prepared.bytes));
    later(response, delayMs, () => response.destroy());
  },
  cut_body(response, prepared) {
    sendHead(response, prepared);
    response.write(half(prepared.bytes), () => response.destroy());
  },
  cut_chunked(response, { status, headers, bytes }) {
    response.writeHead(status, headers);
    response.write(half(bytes), () => response.destroy());
  },
  cut_stream: sendInstead((bytes) => bytes.subarray(0, Math.ceil((Math.max(0, lastRowOf(bytes)) + bytes.length) / 2))),
  missing_final_row: sendInstead((bytes) => bytes.subarray(0, lastRowOf(bytes) + 1)),
  truncated_gzip: sendEncoded('gzip', (bytes) => half(gzipSync(bytes))),
  zstd: sendEncoded('zstd', storedZstd),
  identity: sendEncoded('Identity', (bytes) => bytes),
  reset: (response) => void response.socket?.resetAndDestroy(),
  closed: (response) => void response.destroy(),
  empty_body: sendInstead(() => Buffer.alloc(0)),
  bad_json: sendInstead((bytes) => withByte(bytes, bytes.lastIndexOf('}'), 0x2c)),
  // The byte 0xff is never valid in UTF-8.
  not_utf8: sendInstead((bytes) => withByte(bytes, bytes.indexOf('"') + 1, 0xff)),
  oversized: sendInstead((bytes) => Buffer.concat([Buffer.alloc(oversizeBytes - bytes.length, ' '), bytes])),
  wrapped_in_data: sendWrapped('data'),
  wrapped_in_location: sendWrapped('location'),
};
