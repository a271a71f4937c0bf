// Makes PostgreSQL fail in many ways under three loaded processes, for up to a minute each, or locks an account.
// Then checks response times, connections, descriptors and the ledger. `npm run outages` (about six minutes), or
// `-- --play 'lock:15 hang:30 kill:15'`; `--short` uses fewer processes and callers. Exits with 1 if a check fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { playIn, readOptions } from '../harness/scenario.mjs';
import { judge } from '../harness/verdict.mjs';
import { World } from '../harness/world.mjs';
import { playLock, playOutage } from './database-outages.mjs';

const { short, seed, rate, play: plays } = readOptions({ rate: { type: 'string' }, play: { type: 'string' } });
const accounts = short ? 8 : 20;
/** Time for the load to stabilize, for retries after an outage to end, and for requests in flight to end. */
const pausesMs = short ? { warmUp: 2_000, after: 2_000, end: 2_000 } : { warmUp: 5_000, after: 4_000, end: 3_000 };
/** Two of two hundred responses decide the p99 of a short run, so one garbage collection must not fail it. */
const p99GraceMs = short ? 100 : 0;
const standard =
  'lock:15 kill:3 kill:15 stop:12 refuse:60 hang:30 readonly:10 crowd:15 full:20 kill:4 stop:4 kill:4 hang:4';
const plan = (plays ?? standard).split(' ').map((outage) => outage.split(':'));
const needsDisk = plan.some(([kind]) => kind === 'full');

async function play(world) {
  const customers = await world.createCustomers(accounts);
  const load = world.callers(customers);
  load.start(Number(rate ?? (short ? 25 : 300)));
  await sleep(pausesMs.warmUp);
  const before = await world.resources();
  const wrong = [];
  for (const [kind, text] of plan) {
    const seconds = Number(text);
    const playing =
      kind === 'lock'
        ? playLock(world, load, customers[0], seconds, p99GraceMs)
        : playOutage(world, load, kind, seconds, pausesMs.after);
    wrong.push(...(await playing));
  }
  await load.stop();
  load.close();
  await sleep(pausesMs.end);
  return [...wrong, ...(await world.grown(before, undefined, 10_000)), ...(await judge(world, load))];
}

const options = { seed, apis: short ? 2 : 3, volumeMib: needsDisk ? 256 : undefined };
await playIn(World, options, play, 'every part recovered, no charge was lost or doubled');
