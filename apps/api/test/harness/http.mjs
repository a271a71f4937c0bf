// Sends requests as they are given: path, headers and text bodies go out unchanged. Writes bytes to bare sockets.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const usualAgent = new Agent({ keepAlive: true, maxSockets: 128 });
const timeoutMs = 60_000;
const maxAttempts = 20;

const ofRate = 'requests per second to the dashboard';

/**
 * One request `{ method, path, headers, body }`; an object body is sent as JSON. Waits for the rate of the dashboard, which is no answer
 * to an attack. @returns `{ status, headers, text, json }`; status 0 means no complete response.
 */
export async function send(baseUrl, request) {
  for (;;) {
    const answer = await sendOnce(baseUrl, request);
    if (answer.status !== 429 || !answer.text.includes(ofRate)) return answer;
    await sleep(1_000);
  }
}

/**
 * Sends a request again whose content was not the reason for its failure: the machine is too busy, or the client's idle
 * connection timed out just as it was used. @param discard receives the responses that do not count
 */
export async function untilServed(attemptOnce, discard = () => undefined) {
  for (let attempt = 1; ; attempt++) {
    const answer = await attemptOnce();
    const isTransient = answer.status === 408 || answer.json?.code === 'service_unavailable';
    if (!isTransient || attempt === maxAttempts) return answer;
    await sleep(1_000);
    await discard(answer);
  }
}

export function sendOnce(baseUrl, { method = 'GET', path, headers = {}, body }, agent = usualAgent) {
  const { hostname, port } = new URL(baseUrl);
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = isRaw ? body : JSON.stringify(body);
  const needsType = method !== 'GET' && (bytes !== undefined || method !== 'DELETE');
  const type = needsType ? { 'content-type': 'application/json' } : {};
  // Node.js omits the length of a DELETE body, which would then be read as another request.
  const length = bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) };
  const all = { ...type, ...length, ...headers };
  return new Promise((resolve) => {
    const failed = (error) => resolve(new Answer(0, {}, String(error)));
    const outgoing = request({ agent, hostname, port, method, path, headers: all, timeout: timeoutMs }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () =>
        resolve(new Answer(response.statusCode, response.headers, Buffer.concat(chunks).toString())),
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('nothing received for a minute')));
    outgoing.on('error', failed);
    outgoing.end(bytes);
  });
}

class Answer {
  constructor(status, headers, text) {
    Object.assign(this, { status, headers, text });
  }

  get json() {
    try {
      return JSON.parse(this.text);
    } catch {
      return undefined;
    }
  }
}

/**
 * Writes bytes to a new connection, and receives until the connection ends, is quiet for `quietMs` after a byte, or sends nothing for
 * twenty seconds. @returns `{received, statuses, isClosed}`
 */
export function converse(baseUrl, bytes, { isHalfClosed = false, quietMs = 400 } = {}) {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(baseUrl).port), host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(bytes, 'latin1');
      if (isHalfClosed) socket.end();
    });
    let received = '';
    const finish = (isClosed) => {
      socket.destroy();
      resolve({ received, isClosed, statuses: statusesIn(received) });
    };
    socket.setTimeout(20_000, () => finish(false));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.setTimeout(quietMs);
    });
    socket.on('end', () => finish(true));
    socket.on('error', () => finish(true));
  });
}

const statusesIn = (received) =>
  [...received.matchAll(/(?:^|\r\n\r\n[\s\S]*?)HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** Writes requests to a new connection and disconnects `afterMs` later. */
export function sendAndLeave(baseUrl, bytes, afterMs = 0) {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () =>
      socket.write(bytes, () => setTimeout(() => socket.destroy(), afterMs)),
    );
    socket.on('error', () => undefined);
    socket.on('close', resolve);
  });
}

export const atOnce = (count, act) => Promise.all(Array.from({ length: count }, (_, index) => act(index)));

export const countOf = (answers, wanted) => answers.filter(({ status }) => status === wanted).length;

/** A text that only a response with a stack trace, a statement or a hash would contain. */
export const internals =
  /node_modules|\bat .+\.(js|ts):\d+|\/apps\/api\/|QueryFailedError|syntax error at|pg_|ECONNREFUSED|\$argon2/;

const quoted = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;

/** The command that repeats a request. */
export function curl(baseUrl, { method = 'GET', path, headers = {}, body }) {
  const type = method === 'GET' || body === undefined ? {} : { 'content-type': 'application/json' };
  const lines = Object.entries({ ...type, ...headers }).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const shown = text?.length > 500 ? `${text.slice(0, 500)}…` : text;
  const data = text === undefined ? [] : [`--data-binary ${quoted(shown)}`];
  return ['curl -g --path-as-is -X', method, quoted(baseUrl + path), ...lines, ...data].join(' ');
}
