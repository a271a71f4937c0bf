// Breaks every part of an installation under load, in an order set by the seed. Then compares the responses with
// ledger and usage. `npm run chaos` (ten minutes or more), `-- --seed 7`, `-- --minutes 20`, `-- --short`,
// `-- --only 'PostgreSQL: disk full'`. It breaks the stack (Patroni, Redis, etcd, proxies) if its programs are
// installed. Otherwise, or with `-- --embedded`, it breaks API processes with an embedded PostgreSQL. Exits with 1 if a
// part does not recover or the ledger is wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { anyPath } from '../harness/load.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { judge } from '../harness/verdict.mjs';
import { World } from '../harness/world.mjs';
import { missingPackages } from '../stack/programs.mjs';
import { Stack } from '../stack/stack.mjs';
import { embeddedFaults } from './embedded-faults.mjs';
import { inOrder } from './order.mjs';
import { raceProcesses } from './race.mjs';
import { stackFaults } from './stack-faults.mjs';
import { Strikes } from './strikes.mjs';
import { UpstreamFaults, upstreamFaults } from './upstream-faults.mjs';

const options = readOptions({
  embedded: { type: 'boolean', default: false },
  only: { type: 'string' },
  minutes: { type: 'string', default: '10' },
  rate: { type: 'string' },
});
const { short, seed, embedded, rate, chance } = options;
/**
 * How long faults last. In a full run, `long` exceeds the 30 s for which a process trusts its cached keys. `upstream`
 * exceeds the upstream timeout below and the breaker's open time.
 */
const ms = short ? { long: 4_000, short: 1_000, upstream: 5_000 } : { long: 35_000, short: 8_000, upstream: 8_000 };
const perSecond = Number(rate ?? (short ? 50 : 100));

async function play(world, ownFaults) {
  const faults = [...ownFaults, ...upstreamFaults(world.simulator, ms)];
  say(`${faults.length} faults and those of the upstream`);
  const [poor] = await world.createCustomers(1, 60_000n);
  const customers = [poor, ...(await world.createCustomers(7))];
  for (const customer of customers.slice(-2)) customer.retries = true;
  // Some requests use the proxy. Others go directly to a process, which shows which process is failing.
  const load = world.callers(customers, anyPath, world.proxy ? [world.proxy, ...world.servers] : world.servers);
  load.start(perSecond);
  await sleep(short ? 2_000 : 10_000);
  const before = await world.resources();
  const strikes = new Strikes(world, load, perSecond);
  const ofUpstream = await UpstreamFaults.of(world.simulator, ms.upstream, chance.shuffle);
  const wrong = [];
  for (const fault of inOrder(faults, ofUpstream, options)) {
    const toppedUp = world.topUp(poor, 60_000n);
    wrong.push(...(await strikes.play(fault)));
    await toppedUp;
  }
  await load.stop();
  load.close();
  // Pools close idle connections after ten seconds.
  wrong.push(...(await world.grown(before, { descriptors: 3, connections: 3 }, 30_000)));
  const verdict = await judge(world, load, async () => ({ 'failed races': await raceProcesses(world) }));
  return [...wrong, ...verdict];
}

const isEmbedded = embedded || missingPackages().length > 0;
const [Kind, faultsOf, own] = isEmbedded
  ? [World, embeddedFaults, { apis: 2 }]
  : [Stack, stackFaults, { volumeMib: 1_024 }];
await playIn(
  Kind,
  { ...own, seed, variables: { UPSTREAM_TIMEOUT_MS: '3000' } },
  (world) => play(world, faultsOf(world, ms, chance.choose)),
  'every part recovered, no charge was lost or doubled',
);
