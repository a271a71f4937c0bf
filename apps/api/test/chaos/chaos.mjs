// Breaks every part of an installation under load, in an order set by the seed. Then compares the responses with
// ledger and usage. `npm run chaos` (ten minutes or more), `-- --seed 7`, `-- --minutes 20`, `-- --short`,
// `-- --only 'PostgreSQL: disk full'`. It breaks the stack (Patroni, Redis, etcd, proxies) if its programs are
// installed. Otherwise, or with `-- --embedded`, it breaks API processes with an embedded PostgreSQL. Exits with 1 if a
// part does not recover or the ledger is wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seeded } from '../attack/area.mjs';
import { missingPackages } from '../stack/programs.mjs';
import { Stack } from '../stack/stack.mjs';
import { History, race, untilKnown } from './callers.mjs';
import { embeddedFaults } from './embedded-faults.mjs';
import { playIn } from './installation.mjs';
import { anyPath, Load, paid } from './load.mjs';
import { resourcesOf, Simulator } from './servers.mjs';
import { SimulatorFaults, upstreamFaults } from './simulator-faults.mjs';
import { stackFaults, volumeMib } from './stack-faults.mjs';
import { failures, judge, patiently, untilReversed } from './verdict.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
    only: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
});
const random = seeded(Number(values.seed));
const choose = (list) => list[Math.floor(random() * list.length)];
function shuffle(list) {
  const ranked = list.map((item) => ({ item, rank: random() }));
  return ranked.sort((left, right) => left.rank - right.rank).map(({ item }) => item);
}
/**
 * How long faults last. In a full run, `long` exceeds the 30 s for which a process trusts its cached keys. `upstream`
 * exceeds the upstream timeout below and the breaker's open time.
 */
const ms = values.short
  ? { long: 4_000, short: 1_000, upstream: 5_000 }
  : { long: 35_000, short: 8_000, upstream: 8_000 };
const maxRecoveryMs = 5_000;
const variables = { UPSTREAM_TIMEOUT_MS: '3000' };
const allowedStatuses = new Set([0, 200, 402, 403, 404, 502, 503, 504]);

async function playFault(servers, load, { part, name, paths = [], strike }) {
  const startedMs = performance.now();
  await strike();
  const endedMs = performance.now();
  const recoveries = [
    ...servers.map((server) => load.untilPaid(server)),
    ...paths.map((path) => load.untilPaid(undefined, path)),
  ];
  const deadline = sleep(60_000, Number.POSITIVE_INFINITY, { ref: false });
  const recoveredMs = Math.max(...(await Promise.all(recoveries.map((one) => Promise.race([one, deadline])))));
  const since = load.answers.filter(({ startedMs: at, tookMs }) => at + tookMs >= startedMs);
  const counts = {};
  for (const { status } of since) counts[status] = (counts[status] ?? 0) + 1;
  const seconds = (time) => (time / 1_000).toFixed(1).padStart(6);
  const row = [
    part.padEnd(14),
    seconds(endedMs - startedMs),
    seconds(longestSilenceMs(since, startedMs)),
    seconds(recoveredMs),
  ];
  process.stdout.write(`${row.join(' ')}  ${name}  ${JSON.stringify(counts)}\n`);
  const wrong = [];
  if (recoveredMs > maxRecoveryMs) wrong.push(`${part}, ${name}: recovered after ${Math.round(recoveredMs)} ms`);
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
async function playFaults(ground, faults, load, beforeEach) {
  const upstream = await SimulatorFaults.of(ground.simulator, ms.upstream, shuffle);
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  const wrong = [];
  let judged = 0;
  const one = async (fault) => {
    const toppedUp = beforeEach();
    wrong.push(...(await playFault(ground.servers, load, fault)));
    await ground.untilWhole?.();
    await toppedUp;
    // After each fault, checks that responses without a reported charge have none in the ledger.
    const free = [...load.history.free].slice(judged);
    judged += free.length;
    const charged = await untilReversed(ground.dataSource, free);
    if (charged.length > 0) wrong.push(`${fault.part}, ${fault.name}: charged but reported free: ${charged}`);
  };
  process.stdout.write(`${'part'.padEnd(14)} fault s, longest without a paid response s, recovered after s\n`);
  if (values.only) {
    for (const fault of faults.filter(({ part, name }) => `${part}: ${name}`.match(values.only))) await one(fault);
    return wrong;
  }
  if (values.short) {
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
async function raceProcesses(ground) {
  const affordable = 40;
  const customer = await ground.createCustomer();
  await ground.topUp(customer, 600n * BigInt(affordable), 'race');
  const paid = await race(ground.servers, customer.apiKey, affordable * 3);
  process.stdout.write(`race: money for ${affordable}, ${paid} charged\n`);
  return paid === affordable ? 0 : 1;
}

async function connections(dataSource) {
  const sql = `SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'loupe%'`;
  const [{ count }] = await patiently(() => dataSource.query(sql));
  return count;
}

async function play(ground, ownFaults) {
  const { dataSource, servers, proxy, simulator } = ground;
  const faults = [...ownFaults, ...upstreamFaults(simulator, ms)];
  process.stdout.write(`seed ${values.seed}, ${faults.length} faults and those of the upstream\n`);
  const customers = await Promise.all(Array.from({ length: 8 }, () => ground.createCustomer()));
  for (const customer of customers.slice(-2)) customer.retries = true;
  const poor = customers[0];
  const toppedUp = [];
  for (const customer of customers) {
    const amountMicros = customer === poor ? 60_000n : 10n ** 12n;
    toppedUp.push(await ground.topUp(customer, amountMicros, `top-up ${customer.accountId}`));
    await untilKnown(servers, customer.apiKey);
  }
  const history = new History();
  // Some requests use the proxy. Others go directly to a process, which shows which process is failing.
  const load = new Load(customers, proxy ? [proxy, ...servers] : servers, history, anyPath);
  ground.whenDone(() => load.close());
  load.start(Number(values.rate ?? (values.short ? 50 : 100)));
  await sleep(values.short ? 2_000 : 10_000);
  const before = { connections: await connections(dataSource), resources: servers.map(({ pid }) => resourcesOf(pid)) };
  process.stdout.write(`before: ${JSON.stringify(before)}\n`);
  const wrong = await playFaults(ground, faults, load, async () => {
    toppedUp.push(await ground.topUp(poor, 60_000n, `top-up ${toppedUp.length} of the poor`));
  });
  await load.stop();
  load.close();
  wrong.push(...(await compareWith(before, ground)));
  const { report, ...money } = await judge(dataSource, history, toppedUp);
  const verdict = { ...money, 'failed races': await raceProcesses(ground) };
  for (const [name, count] of Object.entries(verdict)) process.stdout.write(`${name.padEnd(32)} ${count}\n`);
  const failed = failures(verdict);
  return failed.length > 0 ? [...wrong, report, `the ledger is wrong: ${failed.join(', ')}`] : wrong;
}

/** Compares resources with those before the faults. Retries, because pools close idle connections after ten seconds. */
async function compareWith(before, { dataSource, servers }) {
  for (const endMs = performance.now() + 30_000; ; await sleep(500)) {
    const after = {
      connections: await connections(dataSource),
      resources: servers.map(({ pid }) => resourcesOf(pid)),
    };
    const wrong = [];
    if (after.connections > before.connections + 3) wrong.push(`${after.connections} connections are open`);
    for (const [index, { descriptors, memoryMib }] of after.resources.entries()) {
      const was = before.resources[index];
      if (descriptors > was.descriptors + 3) wrong.push(`${servers[index].name} has ${descriptors} descriptors open`);
      if (memoryMib > 2 * was.memoryMib) wrong.push(`${servers[index].name} uses ${memoryMib} MiB`);
    }
    if (wrong.length > 0 && performance.now() < endMs) continue;
    process.stdout.write(`after: ${JSON.stringify(after)}\n`);
    return wrong;
  }
}

async function playOnStack() {
  const stack = await Stack.start({ variables, volumeMib });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stack.stop().then(() => process.exit(130)));
  const simulator = new Simulator(stack.simulator.url, stack.simulator.variables.UPSTREAM_SESSIONS_FILE);
  const ground = {
    ...{ servers: stack.servers, proxy: stack.proxy, dataSource: stack.dataSource, simulator },
    createCustomer: () => stack.createCustomer(),
    topUp: (...words) => stack.topUp(...words),
    whenDone: (end) => stack.whenDone(end),
    untilWhole: () => stack.postgres.untilSynchronous(180_000),
  };
  const wrong = await play(ground, stackFaults(stack, ms, choose)).catch((error) => [error.stack]);
  await stack.stop({ keep: wrong.length > 0 });
  if (wrong.length === 0) return;
  process.stdout.write(`${wrong.join('\n')}\nlogs and data are in ${stack.directory.path}\n`);
  process.exit(1);
}

if (values.embedded || missingPackages().length > 0) {
  await playIn(['api-1', 'api-2'], variables, (installation) =>
    play(installation, embeddedFaults(installation, ms, choose)),
  );
} else await playOnStack();
process.stdout.write('every part recovered, no charge was lost or doubled\n');
