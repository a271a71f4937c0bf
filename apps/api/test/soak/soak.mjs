// Loads three processes for a long time with everything that customers do, and decides by regression whether their
// resources grow. The last process leaks on purpose: the verdict must detect it. `npm run soak` (sixteen minutes),
// `-- --seconds 60`, `-- --seed 7`, `-- --short`. Exits with 1 if another process grows, if the leak is not detected,
// if a response is wrong, or if the ledger disagrees with the responses.
import { setTimeout as sleep } from 'node:timers/promises';
import { anyPath, countBy } from '../harness/load.mjs';
import { PeopledWorld } from '../harness/people.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { judge } from '../harness/verdict.mjs';
import { Mix } from './mix.mjs';
import { Samples } from './samples.mjs';

const values = readOptions({ seconds: { type: 'string' }, rate: { type: 'string' } });
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

async function play(world) {
  say(`${seconds} s`);
  await world.startServer(control, { SOAK_LEAK: leak });
  const owner = await world.createOwner('0');
  await world.topUp(owner, 10n ** 12n);
  const keyring = await world.signedIn(owner.email, owner.password);
  const load = world.callers(await world.createCustomers(8), anyPath);
  const mix = new Mix({ servers: world.servers, history: load.history, owner, keyring, ...values.chance });
  const samples = new Samples(world);
  mix.start(values.short ? 1 : 2);
  for (let round = 0; round < rounds; round++) await playRound(load, mix, samples);
  await mix.stop();
  const wrong = [...samples.judge(bounds, warmUpShare, control), ...mix.wrong];
  const statuses = countBy(load.answers);
  say(`statuses ${JSON.stringify(statuses)}; other callers ${JSON.stringify(mix.done)}`);
  if (statuses[500]) wrong.push(`${statuses[500]} responses with status 500`);
  return [...wrong, ...(await judge(world, load))];
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

const preload = `--require ${new URL('preload.cjs', import.meta.url).pathname}`;
const options = { seed: values.seed, apis: 2, hasRedis: true, variables: { NODE_OPTIONS: preload } };
await playIn(PeopledWorld, options, play, 'only the control grew, and no charge was lost or doubled');
