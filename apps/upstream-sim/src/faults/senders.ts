import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** A healthy answer, ready for the socket. */
export interface Prepared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Sends a healthy answer in an unhealthy way. */
export type Sender = (response: ServerResponse, prepared: Prepared, delayMs: number) => void;

/** Does something later unless the connection has closed. The timer keeps no process alive. */
export function later(response: ServerResponse, delayMs: number, act: () => void): void {
  const timer = setTimeout(act, delayMs);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.ceil(bytes.length / 2));

export function sendWhole(response: ServerResponse, { status, headers, bytes }: Prepared): void {
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
}

const withBytes = (prepared: Prepared, bytes: Buffer): Prepared => ({ ...prepared, bytes });

export const slowFirstByte: Sender = (response, { status, headers, bytes }, delayMs) => {
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.flushHeaders();
  later(response, delayMs, () => response.end(bytes));
};

export const stalledBody: Sender = (response, { status, headers, bytes }, delayMs) => {
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(half(bytes));
  later(response, delayMs, () => response.destroy());
};

export const cutBody: Sender = (response, { status, headers, bytes }) => {
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(half(bytes), () => response.destroy());
};

export const cutChunked: Sender = (response, { status, headers, bytes }) => {
  response.writeHead(status, headers);
  response.write(half(bytes), () => response.destroy());
};

/** Ends in an orderly way in the middle of the last row or of the only document. */
export const cutStream: Sender = (response, prepared) => {
  const lastRow = prepared.bytes.lastIndexOf(0x0a, prepared.bytes.length - 2);
  const end = lastRow > 0 ? Math.ceil((lastRow + prepared.bytes.length) / 2) : Math.ceil(prepared.bytes.length / 2);
  sendWhole(response, withBytes(prepared, prepared.bytes.subarray(0, end)));
};

/** Ends in an orderly way after a whole row, before the last one. */
export const missingFinalRow: Sender = (response, prepared) => {
  const lastRow = prepared.bytes.lastIndexOf(0x0a, prepared.bytes.length - 2);
  sendWhole(response, withBytes(prepared, prepared.bytes.subarray(0, lastRow + 1)));
};

export const truncatedGzip: Sender = (response, prepared) => {
  const headers = { ...prepared.headers, 'content-encoding': 'gzip' };
  sendWhole(response, { ...prepared, headers, bytes: half(gzipSync(prepared.bytes)) });
};

export const reset: Sender = (response) => {
  response.socket?.resetAndDestroy();
};

export const closed: Sender = (response) => {
  response.destroy();
};

export const emptyBody: Sender = (response, prepared) => sendWhole(response, withBytes(prepared, Buffer.alloc(0)));

/** The last closing brace becomes a comma. */
export const badJson: Sender = (response, prepared) => {
  const bytes = Buffer.from(prepared.bytes);
  bytes[bytes.lastIndexOf(0x7d)] = 0x2c;
  sendWhole(response, withBytes(prepared, bytes));
};

/** A byte that no UTF-8 text contains, inside the first key. */
export const notUtf8: Sender = (response, prepared) => {
  const bytes = Buffer.from(prepared.bytes);
  bytes[bytes.indexOf(0x22) + 1] = 0xff;
  sendWhole(response, withBytes(prepared, bytes));
};

const OVERSIZE_BYTES = 40 * 1024 * 1024;

/** The document after 40 MB of white space. */
export const oversized: Sender = (response, prepared) => {
  const padding = Buffer.alloc(OVERSIZE_BYTES - prepared.bytes.length, 0x20);
  sendWhole(response, withBytes(prepared, Buffer.concat([padding, prepared.bytes])));
};
