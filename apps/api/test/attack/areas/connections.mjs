// Callers who disconnect early or never read responses must not make Loupe leak descriptors or memory.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendAndLeave } from '../../harness/http.mjs';

export async function connections(area, world) {
  await downloads(area, world);
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
