// Restarts three loaded processes in turn behind a proxy that polls `/readyz`, until enough requests have been made.
// No request may fail, and the ledger must agree with the responses. `npm run rolling-restart` (20,000 requests), or
// `-- --short`. Exits with 1 if a request fails or the ledger is wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { History, untilKnown } from './callers.mjs';
import { playIn } from './installation.mjs';
import { Load } from './load.mjs';
import { ReverseProxy } from './reverse-proxy.mjs';
import { failures, judge } from './verdict.mjs';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
/** A full run uses the times of the operator's guide. */
const { requests, perSecond, checkEveryMs, lameDuckSeconds } = values.short
  ? { requests: 1_800, perSecond: 100, checkEveryMs: 250, lameDuckSeconds: '4' }
  : { requests: 20_000, perSecond: 300, checkEveryMs: 2_000, lameDuckSeconds: '5' };
const successful = [200, 403, 404];

async function restartInTurn(servers, proxy, load) {
  let restarts = 0;
  while (restarts < servers.length || load.answers.length < requests) {
    const server = servers[restarts++ % servers.length];
    await server.stop();
    await server.start();
    while (!proxy.isReady(server)) await sleep(50);
  }
  return restarts;
}

async function play(installation) {
  const { servers, dataSource } = installation;
  const customer = await installation.createCustomer();
  const toppedUp = [await installation.topUp(customer, 10n ** 12n, 'top-up')];
  await untilKnown(servers, customer.apiKey);
  const proxy = await ReverseProxy.start(servers, checkEveryMs);
  installation.whenDone(() => proxy.close());
  const history = new History();
  const load = new Load([customer], [proxy], history);
  installation.whenDone(() => load.close());
  load.start(perSecond);
  const restarts = await restartInTurn(servers, proxy, load);
  await load.stop();
  const failed = load.answers.filter(({ status }) => !successful.includes(status));
  process.stdout.write(`${restarts} restarts, ${load.answers.length} requests, ${failed.length} failed\n`);
  const { report, ...money } = await judge(dataSource, history, toppedUp);
  const wrong = failures({ ...money, 'failed races': 0 });
  if (wrong.length > 0) return [report, `the ledger is wrong: ${wrong.join(', ')}`];
  return failed.map(({ status, tookMs }) => `status ${status} after ${Math.round(tookMs)} ms`);
}

await playIn(['api-1', 'api-2', 'api-3'], { LAME_DUCK_SECONDS: lameDuckSeconds }, play);
process.stdout.write('no request failed\n');
