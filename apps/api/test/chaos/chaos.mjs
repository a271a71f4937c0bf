// Breaks every part of an installation under load, in an order set by the seed. Then compares the responses with
// ledger and usage. `npm run chaos` (ten minutes or more), `-- --seed 7`, `-- --minutes 20`, `-- --short`,
// `-- --only 'PostgreSQL: disk full'`. It breaks the stack (Patroni, Redis, etcd, proxies) if its programs are
// installed. Otherwise, or with `-- --embedded`, it breaks API processes with an embedded PostgreSQL. Exits with 1 if a
// part does not recover or the ledger is wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce, sendOnce } from '../harness/http.mjs';
import { anyPath, countBy, paid, paths } from '../harness/load.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { judge, untilReversed } from '../harness/verdict.mjs';
import { World } from '../harness/world.mjs';
import { missingPackages } from '../stack/programs.mjs';
import { Stack } from '../stack/stack.mjs';
import { embeddedFaults } from './embedded-faults.mjs';
import { stackFaults } from './stack-faults.mjs';
import { UpstreamFaults, upstreamFaults } from './upstream-faults.mjs';

const { short, seed, embedded, only, minutes, rate, chance } = readOptions({
  embedded: { type: 'boolean', default: false },
  only: { type: 'string' },
  minutes: { type: 'string', default: '10' },
  rate: { type: 'string' },
});
const { choose, shuffle } = chance;
/**
 * How long faults last. In a full run, `long` exceeds the 30 s for which a process trusts its cached keys. `upstream`
 * exceeds the upstream timeout below and the breaker's open time.
 */
const ms = short ? { long: 4_000, short: 1_000, upstream: 5_000 } : { long: 35_000, short: 8_000, upstream: 8_000 };
const maxRecoveryMs = 5_000;
const perSecond = Number(rate ?? (short ? 50 : 100));
/** A path is sent once a turn. One turn may pass while the breaker, after its pause of up to 4 s, admits only a few probes. */
const maxPathRecoveryMs = maxRecoveryMs + (2 * paths.length * 1_000) / perSecond;
const allowedStatuses = new Set([0, 200, 402, 403, 404, 502, 503, 504]);

async function playFault(servers, load, { part, name, paths: failing = [], strike }) {
  const startedMs = performance.now();
  await strike();
  const endedMs = performance.now();
  const longest = async (recoveries) => Math.max(0, ...(await Promise.all(recoveries)));
  const [recoveredMs, pathsRecoveredMs] = await Promise.all([
    longest(servers.map((server) => load.untilPaid(server))),
    longest(failing.map((path) => load.untilPaid(undefined, path))),
  ]);
  const since = load.answers.filter(({ startedMs: at, tookMs }) => at + tookMs >= startedMs);
  const counts = countBy(since);
  const seconds = (time) => (time / 1_000).toFixed(1).padStart(6);
  const row = [
    part.padEnd(14),
    seconds(endedMs - startedMs),
    seconds(longestSilenceMs(since, startedMs)),
    seconds(Math.max(recoveredMs, pathsRecoveredMs)),
  ];
  say(`${row.join(' ')}  ${name}  ${JSON.stringify(counts)}`);
  const wrong = [];
  if (recoveredMs > maxRecoveryMs) wrong.push(`${part}, ${name}: recovered after ${Math.round(recoveredMs)} ms`);
  if (pathsRecoveredMs > maxPathRecoveryMs)
    wrong.push(`${part}, ${name}: its paths recovered after ${Math.round(pathsRecoveredMs)} ms`);
  const unexpected = Object.keys(counts).filter((status) => !allowedStatuses.has(Number(status)));
  if (unexpected.length > 0) wrong.push(`${part}, ${name}: unexpected statuses ${unexpected.join(', ')}`);
  return wrong;
}

function longestSilenceMs(answers, startedMs) {
  const good = answers.filter(({ status }) => paid.includes(status)).map((answer) => answer.startedMs + answer.tookMs);
  const times = [startedMs, ...good.sort((left, right) => left - right)];
  return Math.max(...times.slice(1).map((time, index) => time - times[index]));
}

/** Plays every fault once, then random faults until the time is up. Short runs play all kills and a few others. */
async function playFaults(world, faults, load, beforeEach) {
  const upstream = await UpstreamFaults.of(world.simulator, ms.upstream, shuffle);
  const endMs = performance.now() + Number(minutes) * 60_000;
  const wrong = [];
  let judged = 0;
  const one = async (fault) => {
    const toppedUp = beforeEach();
    wrong.push(...(await playFault(world.servers, load, fault)));
    await world.untilWhole?.();
    await toppedUp;
    // After each fault, checks that responses without a reported charge have none in the ledger.
    const free = [...load.history.free].slice(judged);
    judged += free.length;
    const charged = await untilReversed(world.dataSource, free);
    if (charged.length > 0) wrong.push(`${fault.part}, ${fault.name}: charged but reported free: ${charged}`);
  };
  say(`${'part'.padEnd(14)} fault s, longest without a paid response s, recovered after s`);
  if (only) {
    for (const fault of faults.filter(({ part, name }) => `${part}: ${name}`.match(only))) await one(fault);
    return wrong;
  }
  if (short) {
    const [kills, others] = [true, false].map((kill) =>
      shuffle(faults.filter(({ name }) => /killed/.test(name) === kill)),
    );
    const ofEach = others.filter((fault, index) => others.findIndex(({ part }) => part === fault.part) === index);
    for (const fault of shuffle([...kills, ...ofEach, upstream.next()])) await one(fault);
    return wrong;
  }
  for (const fault of shuffle(faults)) await one(fault);
  while (upstream.left.length > 0) await one(upstream.next());
  while (performance.now() < endMs) await one(choose(faults));
  return wrong;
}

/** Sends three times as many requests at once as the balance affords: exactly the affordable number may be charged. */
async function raceProcesses(world) {
  const affordable = 40;
  const [{ apiKey }] = await world.createCustomers(1, 600n * BigInt(affordable));
  const isCharged = async (index) => {
    const { port } = world.servers[index % world.servers.length];
    for (;;) {
      const request = { path: '/users/1000/followers', headers: { 'x-api-key': apiKey } };
      const { status, headers } = await sendOnce(`http://127.0.0.1:${port}`, request);
      if (status > 0 && status < 500) return headers['x-cost-usd'] !== '0';
      // A 5xx is free: a busy machine can make the service or the upstream time out.
      await sleep(100);
    }
  };
  const charged = (await atOnce(affordable * 3, isCharged)).filter(Boolean).length;
  say(`race: money for ${affordable}, ${charged} charged`);
  return charged === affordable ? 0 : 1;
}

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
  const wrong = await playFaults(world, faults, load, () => world.topUp(poor, 60_000n));
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
  (world) => play(world, faultsOf(world, ms, choose)),
  'every part recovered, no charge was lost or doubled',
);
