// Sends an attacker's requests: path, given headers and text bodies go out unchanged.
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const agent = new Agent({ keepAlive: true, maxSockets: 128 });
const timeoutMs = 60_000;

const ofRate = 'requests per second to the dashboard';

/**
 * One request `{ method, path, headers, body }`; an object body is sent as JSON. Status 0 means no complete response. Waits for the
 * rate of the dashboard, which is no answer to an attack.
 */
export async function send(baseUrl, request) {
  for (;;) {
    const answer = await sendNow(baseUrl, request);
    if (answer.status !== 429 || !answer.text.includes(ofRate)) return answer;
    await sleep(1_000);
  }
}

function sendNow(baseUrl, { method = 'GET', path, headers = {}, body }) {
  const { hostname, port } = new URL(baseUrl);
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = isRaw ? body : JSON.stringify(body);
  const needsType = method !== 'GET' && (bytes !== undefined || method !== 'DELETE');
  const type = needsType ? { 'content-type': 'application/json' } : {};
  // Node.js omits the length of a DELETE body, which would then be read as another request.
  const length = bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) };
  return new Promise((resolve) => {
    const failed = (error) => resolve({ status: 0, headers: {}, text: String(error), json: undefined });
    const options = {
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...type, ...length, ...headers },
      timeout: timeoutMs,
    };
    const outgoing = request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', failed);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, headers: response.headers, text, json: parsed(text) });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('nothing received for a minute')));
    outgoing.on('error', failed);
    outgoing.end(bytes);
  });
}

/** Writes bytes to a new connection. Returns what it receives until the connection ends, is quiet for
 * `quietMs` after a byte, or sends nothing for ten seconds. */
export function talk(baseUrl, bytes, quietMs = 300) {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let received = '';
    const finish = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(10_000, finish);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.setTimeout(quietMs);
    });
    socket.on('end', finish);
    socket.on('error', finish);
  });
}

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

export const statusesIn = (received) =>
  [...received.matchAll(/(?:^|\r\n\r\n[\s\S]*?)HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

export const atOnce = (count, act) => Promise.all(Array.from({ length: count }, (_, index) => act(index)));

export const countOf = (answers, wanted) => answers.filter(({ status }) => status === wanted).length;

const quoted = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;

export function curl(baseUrl, { method = 'GET', path, headers = {}, body }) {
  const type = method === 'GET' || body === undefined ? {} : { 'content-type': 'application/json' };
  const lines = Object.entries({ ...type, ...headers }).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const data =
    text === undefined ? [] : [`--data-binary ${quoted(text.length > 500 ? `${text.slice(0, 500)}…` : text)}`];
  return ['curl -g --path-as-is -X', method, quoted(baseUrl + path), ...lines, ...data].join(' ');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
