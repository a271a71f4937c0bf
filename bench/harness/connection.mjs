import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

// Headers that a proxy typically sends: more headers are more work for a relay. They do not request compression.
const callerHeaders = {
  host: 'loupe.example',
  accept: 'application/json',
  'accept-language': '*',
  'user-agent': 'Mozilla/5.0 (compatible; bench)',
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-host': 'loupe.example',
  'x-forwarded-proto': 'https',
  'x-real-ip': '198.51.100.7',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/**
 * Requests for profiles, one per connection. Users differ, because Loupe coalesces equal requests. Keys alternate,
 * because one key may not send as many requests as a process can answer.
 */
export function profileRequests(kilobytes, apiKeys) {
  return Array.from({ length: 64 }, (_, connection) => {
    const headers = { ...callerHeaders, 'x-api-key': apiKeys[connection % apiKeys.length] };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const path = `/users/${1_000 + kilobytes + connection * 1_000}`;
    return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
}

/** A minimal keep-alive connection. Reads only status and length, to leave the core to upstream and database. */
export class Connection {
  onAnswer = undefined;
  head = undefined;
  status = 0;
  missing = 0;

  constructor(port) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => this.read(chunk));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => this.onAnswer?.(0));
  }

  /** Sends a request. @returns the status after the whole response; 0 if it is lost or has no length */
  send(request) {
    this.socket.write(request);
    return new Promise((resolve) => {
      this.onAnswer = resolve;
    });
  }

  close() {
    this.socket.destroy();
  }

  read(chunk) {
    if (this.missing > 0) this.missing -= chunk.length;
    else this.readHead(this.head ? Buffer.concat([this.head, chunk]) : chunk);
    if (this.missing === 0 && this.head === undefined) this.onAnswer?.(this.status);
  }

  readHead(bytes) {
    const end = bytes.indexOf(headEnd);
    this.head = end < 0 ? bytes : undefined;
    if (end < 0) return;
    const head = bytes.latin1Slice(0, end + 2);
    const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head);
    this.status = length ? Number(head.slice(9, 12)) : 0;
    this.missing = Number(length?.[1] ?? 0) - (bytes.length - end - headEnd.length);
  }
}
