import { connect } from 'node:net';
import { bareCallerHeaders, callerHeaders, firstBareUser } from './headers.mjs';

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Requests for profiles of so many kilobytes, a user of its own for each connection: Loupe asks the upstream once for equal
 * requests that are under way together. The connections take the keys in turn: together they may do more than one of them.
 */
export function profileRequests(kilobytes, apiKeys, headers = {}) {
  return userRequests(1_000 + kilobytes, apiKeys, { ...callerHeaders, ...headers });
}

/** The same with few headers, asked of an upstream that sends few. */
export function bareRequests(kilobytes, apiKeys) {
  return userRequests(firstBareUser + kilobytes, apiKeys, bareCallerHeaders);
}

function userRequests(firstUser, apiKeys, headers) {
  const made = [];
  return (connection) =>
    (made[connection] ??= getRequest(`/users/${firstUser + connection * 1_000}`, {
      ...headers,
      'x-api-key': apiKeys[connection % apiKeys.length],
    }));
}

/** The same, each with an idempotency key of its own. */
export function keyedRequests(kilobytes, apiKeys) {
  const unkeyed = profileRequests(kilobytes, apiKeys, { 'idempotency-key': ' '.repeat(24) });
  let sent = 0;
  return (connection) => {
    const request = Buffer.from(unkeyed(connection));
    request.write(`${++sent}`.padStart(24, '0'), request.indexOf(' '.repeat(24)));
    return request;
  };
}

/** The bytes of a GET. */
function getRequest(path, headers) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/**
 * A keep-alive HTTP/1.1 connection for load: it reads status and length of an answer, counts the body's bytes and looks at
 * nothing else, because it shares its core with the upstream and the database.
 */
export class Connection {
  constructor(port) {
    this.onAnswer = undefined;
    this.lastHead = '';
    this.open(port);
  }

  open(port) {
    this.port = port;
    this.head = undefined;
    this.status = 0;
    this.missing = 0;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => socket === this.socket && this.answer(0));
    this.socket = socket;
  }

  /** Sends a request; `onAnswer(status)` is called when the whole answer is here, with 0 when the connection was lost. */
  send(request, onAnswer) {
    // A server closes what is idle for long.
    if (this.socket.destroyed) this.open(this.port);
    this.onAnswer = onAnswer;
    this.socket.write(request);
  }

  close() {
    this.onAnswer = undefined;
    this.socket.destroy();
  }

  read(chunk) {
    if (this.missing > 0) this.missing -= chunk.length;
    else this.readHead(this.head ? Buffer.concat([this.head, chunk]) : chunk);
    if (this.missing === 0 && this.head === undefined) this.answer(this.status);
  }

  readHead(bytes) {
    const end = bytes.indexOf(headEnd);
    this.head = end < 0 ? bytes : undefined;
    if (end < 0) return;
    const head = bytes.latin1Slice(0, end + 2);
    this.lastHead = head;
    const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head);
    this.status = length ? Number(head.slice(9, 12)) : 0;
    this.missing = Number(length?.[1] ?? 0) - (bytes.length - end - headEnd.length);
  }

  /** Of the last answer. */
  get requestId() {
    return /\r\nx-request-id: *([^\r]+)/i.exec(this.lastHead)?.[1];
  }

  answer(status) {
    const { onAnswer } = this;
    this.onAnswer = undefined;
    onAnswer?.(status);
  }
}

export const isSuccess = (status) => status >= 200 && status < 300;
