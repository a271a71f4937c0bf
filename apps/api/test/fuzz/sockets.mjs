// Bytes that no HTTP client would send. The server must refuse or cut off invalid ones, and still serve other callers.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { smuggling } from '../attack/payloads.mjs';
import { atOnce, converse, send } from '../harness/http.mjs';

const get = 'GET /system/health HTTP/1.1\r\nHost: x\r\n';
const chunked = 'POST /dashboard/api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
/** A server that parses these bytes as a request responds with 404. */
const inside = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const parameters = Array.from({ length: 100_000 }, (_, at) => `p${at}=1`).join('&');

const refused = {
  ...Object.fromEntries(smuggling.map((bytes) => [JSON.stringify(bytes.slice(0, 120)), bytes])),
  'two equal lengths': `${get}Content-Length: 0\r\nContent-Length: 0\r\n\r\n${inside}`,
  'a coding over two lines': `${get}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${inside}`,
  'a chunk extension of 100,000 bytes': `${chunked}1;${'e'.repeat(100_000)}\r\nx\r\n0\r\n\r\n${inside}`,
  'a trailer of 100,000 bytes': `${chunked}0\r\nx: ${'t'.repeat(100_000)}\r\n\r\n${inside}`,
  'a chunk whose length is too large for a number': `${chunked}${'f'.repeat(40)}\r\nx\r\n${inside}`,
  'lines that end with a line feed alone': `${get.replaceAll('\r', '')}\n${inside}`,
  'lines that end with a carriage return alone': `${get.replaceAll('\n', '')}\r${inside}`,
  'HTTP/0.9': 'GET /system/health\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the start of TLS': `\x16\x03\x01\x00\x7b\x01\x00\x00\x77\x03\x03${'\x5a'.repeat(112)}`,
  'an address that is not UTF-8': 'GET /hashtags/\xc3\x28 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a header that ends a line early': `${get}x: a\rb: c\r\n\r\n${inside}`,
  'a space before the colon': `${get}x : y\r\n\r\n${inside}`,
  '100,000 parameters': `GET /search/users?${parameters} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a header of a megabyte': `${get}x: ${'a'.repeat(1_000_000)}\r\n\r\n`,
  '10,000 headers': `${get}${'x: y\r\n'.repeat(10_000)}\r\n`,
  'nothing but zeros': '\x00'.repeat(4_096),
};

/** Unfinished connections: the first bytes, and the bytes added every second. */
const unfinished = {
  silence: ['', ''],
  'headers without end': [get, 'x: y\r\n'],
  'a body that comes byte by byte': [
    'POST /dashboard/api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    ' ',
  ],
  'an endless body of a GET': [`${get}Transfer-Encoding: chunked\r\n\r\n`, `4000\r\n${'x'.repeat(16_384)}\r\n`],
};

/** @returns the failures, and how many attempts and bystander calls were made. @param isShort fewer slow callers. */
export async function attackSockets({ server, baseUrl, bystander: owner }, isShort) {
  const failures = [];
  let tried = 0;
  const check = (what, wrong) => {
    tried++;
    if (wrong) failures.push(`${what}: ${wrong}`);
  };
  const allowed = server.resources.descriptors + 20;
  const bystander = new Bystander(baseUrl, owner.key.key);
  const slow = await leaveUnfinished(baseUrl, isShort ? 20 : 100);
  for (const [what, bytes] of Object.entries(refused)) check(what, notRefused(await converse(baseUrl, bytes)));
  await pipelined(baseUrl, check);
  await halfClosed(baseUrl, check);
  for (const [what, sockets] of slow) {
    if (!isShort) check(`${sockets.length} times ${what}`, await stillOpen(sockets));
    for (const socket of sockets) socket.destroy();
  }
  check('another caller meanwhile', await bystander.stop());
  check('descriptors', await server.leaksDescriptors(allowed));
  return { failures, tried, served: bystander.served };
}

class Bystander {
  served = 0;
  #isStopped = false;
  #failed;
  #running;

  constructor(baseUrl, key) {
    this.#running = this.#poll(baseUrl, { path: '/system/balance', headers: { 'x-api-key': key } });
  }

  async #poll(baseUrl, request) {
    while (!this.#isStopped) {
      const { status, text } = await send(baseUrl, request);
      if (status === 200) this.served++;
      else this.#failed ??= `${status} ${text}`;
      await sleep(20);
    }
  }

  async stop() {
    this.#isStopped = true;
    await this.#running;
    return this.#failed ?? (this.served === 0 && 'was never served');
  }
}

/** Every response must be a 4xx, and the hidden request must get no response. */
function notRefused({ statuses, isClosed, received }) {
  if (statuses.length === 0) return !isClosed && `kept open with ${JSON.stringify(received.slice(0, 80))}`;
  const areRefused = statuses.every((status) => status >= 400 && status < 500 && status !== 404);
  return !areRefused && `status ${statuses.join()}`;
}

async function pipelined(baseUrl, check) {
  for (const count of [100, 101, 1_000]) {
    // A busy machine may pause between two responses.
    const { statuses, isClosed } = await converse(baseUrl, `${get}\r\n`.repeat(count), { quietMs: 10_000 });
    const wrong = statuses.some((status) => status !== 200) || (count === 100 ? statuses.length < 100 : !isClosed);
    check(`${count} requests in one write`, wrong && `${statuses.length} responses, ${isClosed ? 'closed' : 'open'}`);
  }
}

/** A half-closed connection gets the response to a complete request, and at most a 4xx for incomplete bytes. */
async function halfClosed(baseUrl, check) {
  const whole = await converse(baseUrl, `${get}\r\n`, { isHalfClosed: true });
  check('half-closed after a request', whole.statuses.join() !== '200' && `status ${whole.statuses.join()}`);
  const [, body] = Object.entries(unfinished).at(2);
  for (const bytes of [get, body[0], `${chunked}5\r\nhel`, '\r\n', ''])
    check(
      `half-closed after ${JSON.stringify(bytes.slice(0, 60))}`,
      notRefused(await converse(baseUrl, bytes, { isHalfClosed: true })),
    );
}

async function leaveUnfinished(baseUrl, count) {
  const port = Number(new URL(baseUrl).port);
  const open = async ([start, more]) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(start));
    const drip = setInterval(() => socket.writableNeedDrain || socket.write(more), 1_000);
    socket.on('error', () => undefined).on('close', () => clearInterval(drip));
    socket.resume();
    return socket;
  };
  const kinds = Object.entries(unfinished).map(async ([what, bytes]) => [what, await atOnce(count, () => open(bytes))]);
  return Promise.all(kinds);
}

/** Waits until the server has closed these sockets. The server's longest timeout is 125 seconds. */
async function stillOpen(sockets) {
  const waitedMs = 200;
  for (let rounds = 130_000 / waitedMs; rounds > 0; rounds--) {
    if (sockets.every((socket) => socket.destroyed)) return false;
    await sleep(waitedMs);
  }
  return `${sockets.filter((socket) => !socket.destroyed).length} are still open`;
}
