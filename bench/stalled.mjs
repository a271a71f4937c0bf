// p99 of a quick operation beside 200 calls of another that the upstream never answers, against alone. `node bench/stalled.mjs`
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../scripts/lib/free-port.cjs';
import { Connection, profileRequests } from './harness/connection.mjs';
import { closedLoop, openLoop } from './harness/loops.mjs';
import { startLoupe } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printRows, quantile, ratios, row } from './harness/rows.mjs';

// Short rounds and many: what disturbs the machine for a moment spoils one of them.
const [stalled, perSecond, ms, rounds] = [200, 300, 1_000, 20];
/** Until all who are to wait do, or are gone: that they come at once is another question. */
const settleMs = 500;
const body = JSON.stringify({ user: { pk: 1, username: 'bench', biography: 'x'.repeat(5_000) }, status: 'ok' });

/** Answers profiles, and keeps everybody waiting who asks for followers. */
async function startUpstream() {
  const server = createServer(({ url }, response) => {
    if (!url.includes('/followers/')) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}`;
}

/** They stay open until the caller closes them. */
function stall(port, apiKey) {
  return Array.from({ length: stalled }, (_, number) => {
    const connection = new Connection(port);
    connection.send(
      Buffer.from(`GET /users/${5_000 + number}/followers HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\n\r\n`),
      () => undefined,
    );
    return connection;
  });
}

await Platform.use(async (platform) => {
  const environment = {
    UPSTREAM_BASE_URL: await startUpstream(),
    UPSTREAM_TIMEOUT_MS: '60000',
    // A key may have a third of them under way: more than those that are stalled.
    MAX_CONCURRENT_REQUESTS: '900',
  };
  const loupe = await startLoupe('Loupe', platform, { environment });
  const load = { port: loupe.port, request: profileRequests(5, platform.apiKeys), perSecond, ms };
  await closedLoop({ ...load, requests: 20_000, ms: 12_000 });
  const [alone, beside] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(quantile((await openLoop(load)).latenciesMs, 0.99));
    const waiting = stall(loupe.port, platform.apiKeys[0]);
    await sleep(settleMs);
    beside.push(quantile((await openLoop(load)).latenciesMs, 0.99));
    for (const connection of waiting) connection.close();
    await sleep(settleMs);
  }
  const title = `5 KB at ${perSecond}/s`;
  printRows([
    row(`${title}, p99 alone`, 'ms', alone),
    row(`${title}, p99 beside ${stalled} stalled calls of another family`, 'ms', beside),
    row(`${title}, beside / alone`, 'ratio', ratios(beside, alone)),
  ]);
  await loupe.stop();
  process.exit(0);
});
