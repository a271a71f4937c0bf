// Loads three processes for a long time with everything that customers do, and decides by regression whether their
// resources grow. The last process leaks on purpose: the verdict must detect it. `npm run soak` (sixteen minutes),
// `-- --seconds 60`, `-- --seed 7`, `-- --short`. Exits with 1 if another process grows, if the leak is not detected,
// if a response is wrong, or if the ledger disagrees with the responses.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seeded } from '../attack/area.mjs';
import { World } from '../attack/world.mjs';
import { History } from '../chaos/callers.mjs';
import { playIn } from '../chaos/installation.mjs';
import { anyPath, Load } from '../chaos/load.mjs';
import { startRedis } from '../chaos/servers.mjs';
import { failures, judge } from '../chaos/verdict.mjs';
import { Mix } from './mix.mjs';
import { Samples } from './samples.mjs';
import { heldIn, verdictOn } from './trend.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    rate: { type: 'string' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
});
const seconds = Number(values.seconds ?? (values.short ? 18 : 960));
/** Samples before this share of the run are ignored, because code is still being compiled and pools are filling. */
const warmUpShare = 0.4;
/** Load and rest alternate. At rest, idle connections close: connections to the simulator after 5 s. */
const rounds = values.short ? 14 : 32;
const roundMs = (seconds * 1_000) / rounds;
const restMs = Math.min(6_000, roundMs / 5);
const looksARound = values.short ? 2 : 5;
/**
 * How much a value may grow in a minute. For a process that serves 20 requests a second, 0.5 MiB a minute is 440 bytes
 * a request. In a short run, processes are still warming up and other tests run at the same time.
 */
const bounds = values.short
  ? { heap: 200, memory: 300, descriptors: 200, 'event-loop': 1_500, PostgreSQL: 60, Redis: 600 }
  : { heap: 0.5, memory: 2, descriptors: 1, 'event-loop': 1, PostgreSQL: 0.5, Redis: 5 };
/** What the control leaks a minute: MiB and descriptors. */
const leak = values.short ? '600 600' : '6 4';
const control = 'api-3';
const isMemory = (kind) => kind === 'heap' || kind === 'memory';
const foundInControl = ['heap', 'memory', 'descriptors'];

function judgeSeries(series) {
  const wrong = [];
  process.stdout.write(`${'value'.padEnd(32)} ${'first'.padStart(9)} ${'last'.padStart(9)}  slope per minute, limit\n`);
  for (const [name, points] of series) {
    const last = points.at(-1);
    const later = points.filter(([minutes]) => minutes >= last[0] * warmUpShare);
    const kind = Object.keys(bounds).find((word) => name.includes(word));
    const { slope, margin, verdict } = verdictOn(isMemory(kind) ? heldIn(later) : later, bounds[kind]);
    const expected = name.startsWith(control) && foundInControl.includes(kind) ? 'rises' : 'flat';
    const text = `${slope.toFixed(3)} ± ${margin.toFixed(3)}, ${bounds[kind]}: ${verdict}`;
    const [before, after] = [later[0][1], last[1]].map((value) => value.toFixed(1).padStart(9));
    process.stdout.write(`${name.padEnd(32)} ${before} ${after}  ${text}${expected === 'rises' ? ' (leaks)' : ''}\n`);
    // Ignores other series of the control: its leak slows its event loop, too.
    if (verdict !== expected && !(name.startsWith(control) && expected === 'flat'))
      wrong.push(`${name}: ${verdict} instead of ${expected}: ${text}; ${later.map(([, value]) => Math.round(value))}`);
  }
  return wrong;
}

async function createCustomers(installation) {
  const world = await World.begin(installation);
  const owner = await world.createOwner('0');
  const customers = await Promise.all(Array.from({ length: 8 }, () => installation.createCustomer()));
  const toppedUp = [];
  for (const customer of [owner, ...customers])
    toppedUp.push(await installation.topUp(customer, 10n ** 12n, `top-up ${customer.accountId}`));
  const keyring = await world.signedIn(owner.email, owner.password);
  return { owner, keyring, customers, toppedUp };
}

async function play(installation) {
  process.stdout.write(`seed ${values.seed}, ${seconds} s\n`);
  const redis = await startRedis(installation.directory);
  if (redis) installation.whenDone(redis.stop);
  const preload = `--require ${new URL('preload.cjs', import.meta.url).pathname}`;
  for (const name of ['api-1', 'api-2', control]) {
    const variables = { NODE_OPTIONS: preload, SOAK_LEAK: name === control ? leak : '', REDIS_URL: redis?.url ?? '' };
    await installation.startServer(name, variables);
  }
  const { servers, dataSource } = installation;
  const { owner, keyring, customers, toppedUp } = await createCustomers(installation);
  const history = new History();
  const load = new Load(customers, servers, history, anyPath);
  const mix = new Mix({ servers, history, owner, keyring, random: seeded(Number(values.seed)) });
  installation.whenDone(() => load.close());
  const samples = new Samples(installation, redis);
  mix.start(values.short ? 1 : 2);
  for (let round = 0; round < rounds; round++) await playRound(load, mix, samples);
  await mix.stop();
  return judgeAll(dataSource, { history, toppedUp, load, mix, samples });
}

async function playRound(load, mix, samples) {
  mix.resume();
  load.start(Number(values.rate ?? (values.short ? 40 : 60)));
  for (let look = 0; look < looksARound; look++) {
    await sleep((roundMs - restMs) / looksARound);
    await samples.watchDelay();
  }
  await Promise.all([mix.pause(), load.stop()]);
  load.close();
  await sleep(restMs);
  await samples.take();
}

async function judgeAll(dataSource, { history, toppedUp, load, mix, samples }) {
  const wrong = [...judgeSeries(samples.series), ...mix.wrong];
  const statuses = {};
  for (const { status } of load.answers) statuses[status] = (statuses[status] ?? 0) + 1;
  process.stdout.write(`statuses ${JSON.stringify(statuses)}; other callers ${JSON.stringify(mix.done)}\n`);
  if (statuses[500]) wrong.push(`${statuses[500]} responses with status 500`);
  const { report, ...money } = await judge(dataSource, history, toppedUp);
  for (const [name, count] of Object.entries(money)) process.stdout.write(`${name.padEnd(32)} ${count}\n`);
  const failed = failures({ ...money, 'failed races': 0 });
  return failed.length > 0 ? [...wrong, report, `the ledger is wrong: ${failed.join(', ')}`] : wrong;
}

await playIn([], { TRUSTED_PROXIES: '127.0.0.1' }, play);
process.stdout.write('only the control grew, and no charge was lost or doubled\n');
