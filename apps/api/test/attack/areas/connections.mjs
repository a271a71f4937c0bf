// Callers who disconnect early or never read responses must not make Loupe leak descriptors or memory, nor be charged.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce, sendAndLeave } from '../../harness/http.mjs';
import { brief } from '../area.mjs';

export async function connections(area, world) {
  await downloads(area, world);
  await pipelines(area, world);
  await unreadResponses(area, world);
  await area.control('the next caller is served', { path: '/system/health' }, 200);
}

async function downloads(area, { baseUrl, server }) {
  const page = await (await fetch(`${baseUrl}/dashboard/`)).text();
  const script = /\/dashboard\/assets\/[^"]+\.js/.exec(page)[0];
  const allowed = server.resources.descriptors + 20;
  for (const path of ['/dashboard/', script, '/docs/reference/users.posts', '/openapi.json', '/dashboard/api/session'])
    for (const count of [1, 40])
      for (const afterMs of [0, 5, 20]) {
        const requests = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count);
        await Promise.all(Array.from({ length: 10 }, () => sendAndLeave(baseUrl, requests, afterMs)));
        area.check(`${count} × ${path} aborted after ${afterMs} ms`, await server.leaksDescriptors(allowed));
      }
}

async function pipelines(area, world) {
  for (const afterMs of area.pick([0, 1, 5, 10, 20], 2)) {
    const owner = await world.createOwner('10');
    const { key } = owner.key;
    const request = (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`;
    await world.simulator.misbehave({ operation: 'users.info', fault: 'delay', delay_ms: 500 });
    await sendAndLeave(world.baseUrl, request('/users/1001').repeat(50), afterMs);
    for (let round = 0; round < 5; round++)
      await sendAndLeave(world.baseUrl, request('/users/1001') + request('/system/balance').repeat(49), afterMs);
    // The last call uses another key: once its charge is written, all earlier charges are too. It uses another path:
    // on the same path, the next round's calls would reuse its response and be charged before their caller has left.
    const last = await world.call('/users/1002', (await world.createKey(owner)).key);
    const marker = await world.untilLogged(owner, last);
    await world.simulator.misbehave();
    const charged = 'SELECT FROM usage_rows WHERE account_id = $1 AND charged AND request_id <> $2';
    const { length } = await world.dataSource.query(charged, [owner.accountId, marker]);
    area.check(`50 pipelined calls of a caller who leaves after ${afterMs} ms`, length > 0 && `${length} were charged`);
    const together = await atOnce(150, () => world.call('/system/balance', key));
    const refused = together.find(({ status }) => status !== 200);
    area.check(`free slots of a caller who leaves after ${afterMs} ms`, refused && brief(refused));
  }
}

async function unreadResponses(area, { baseUrl, server }) {
  for (const path of area.pick(['/openapi.json', '/docs/reference/users.posts', '/llms.txt', '/nowhere'], 1)) {
    const before = server.resources.memoryMib;
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1_500)),
    );
    socket.pause().on('error', () => undefined);
    await sleep(2_000);
    const grown = server.resources.memoryMib - before;
    area.check(`1,500 unread responses of ${path}`, grown > 150 && `took ${grown} MiB`);
    socket.destroy();
  }
}
