import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock';
import { Connections } from './connections';

describe('a response that is read slowly', () => {
  const sendingMs = 1_000;
  /** More than the kernel buffers. */
  const body = Buffer.alloc(12_000_000);
  const connections = new Connections(sendingMs);
  // The connection of the faster reader is idle in the end. It stays open however long that takes.
  const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
    if (connections.admit(response)) response.end(body);
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));

  const sendRequest = () => {
    const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
    caller.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    return caller;
  };

  /** Reads a little now and then, so that the connection is never idle. */
  async function trickle(caller: Socket): Promise<void> {
    while (!caller.closed) {
      caller.resume();
      await sleep(1);
      caller.pause();
      await sleep(50);
    }
  }

  it('is cut off at its deadline, while the connection of a faster reader stays open', async () => {
    let nowMs = 0;
    const now = jest.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
    const slow = sendRequest().on('error', () => undefined);
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    let received = 0;
    slow.on('data', (bytes) => {
      received += bytes.length;
      slow.pause();
    });
    const closed = once(response, 'close');
    const reading = trickle(slow);
    const other = sendRequest();
    for (let read = 0; read < body.length; ) read += ((await once(other, 'data')) as [Buffer])[0].length;
    for (; !slow.closed; nowMs += sendingMs / 4) await sleep(sendingMs / 20);
    expect(nowMs).toBeGreaterThan(sendingMs);
    expect(other.closed).toBe(false);
    await closed;
    await reading;
    expect(received).toBeLessThan(body.length);
    expect(connections.unanswered).toEqual([]);
    other.destroy();
    now.mockRestore();
  });
});
