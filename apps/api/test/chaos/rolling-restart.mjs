// Restarts three loaded processes in turn behind a proxy that polls `/readyz`, until enough requests have been made.
// No request may fail, and the ledger must agree with the responses. `npm run rolling-restart` (20,000 requests), or
// `-- --short`. Exits with 1 if a request fails or the ledger is wrong.
import { restartInTurn } from '../harness/faults.mjs';
import { paid } from '../harness/load.mjs';
import { Machine } from '../harness/machine.mjs';
import { ReverseProxy } from '../harness/reverse-proxy.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { judge } from '../harness/verdict.mjs';
import { World } from '../harness/world.mjs';

const { short, seed } = readOptions();
/** A full run uses the times of the operator's guide. */
const { requests, perSecond, checkEveryMs, lameDuckSeconds } = short
  ? // The pause is long, because the proxy must notice it even if the machine stands still for some seconds.
    { requests: 1_800, perSecond: 60, checkEveryMs: 250, lameDuckSeconds: '10' }
  : { requests: 20_000, perSecond: 300, checkEveryMs: 2_000, lameDuckSeconds: '5' };

/** A charge whose commit takes a second is refused, free of charge: nothing that a restart could help. */
const slowCommitMs = 500;

async function play(world) {
  const customers = await world.createCustomers(1);
  const proxy = await ReverseProxy.start(world.servers, checkEveryMs);
  world.whenDone(() => proxy.close());
  const load = world.callers(customers, undefined, [proxy]);
  const machine = await Machine.watch(world.database);
  load.start(perSecond);
  const { restarts } = await restartInTurn(world.servers, load, requests, (server) => proxy.isReady(server));
  await load.stop();
  const isLate = ({ status, startedMs, tookMs }) =>
    status === 503 && machine.worst(startedMs - 1_000, startedMs + tookMs) > slowCommitMs;
  const refused = load.answers.filter(({ status }) => !paid.includes(status));
  const failed = refused.filter((answer) => !isLate(answer));
  await machine.stop();
  if (failed.length < refused.length) say(`refused on a late machine: ${refused.length - failed.length}`);
  say(`${restarts} restarts, ${load.answers.length} requests, ${failed.length} failed`);
  const wrong = failed.map(({ status, tookMs }) => `status ${status} after ${Math.round(tookMs)} ms`);
  return [...(await judge(world, load)), ...wrong];
}

const options = { seed, apis: 3, variables: { LAME_DUCK_SECONDS: lameDuckSeconds } };
await playIn(World, options, play, 'no request failed');
