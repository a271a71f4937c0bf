// Starts a product, sends it what its OpenAPI documents allow and forbid, and checks every response against them.
// `npm run fuzz` (some minutes), `-- --short`, `-- --seed 7` to repeat a run, `-- --seed 7 --only 4711` for one of its
// requests, `-- --requests 100000`. If a check fails, it exits with 1 and prints the first twenty failures, a wrong
// response together with the command that repeats its request. It minimizes the first five of these requests.
import { PeopledWorld } from '../harness/people.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { Caller } from './caller.mjs';
import { populate } from './fuzz-world.mjs';
import { disagreements } from './reconciliation.mjs';
import { attackSockets } from './sockets.mjs';

const values = readOptions({ requests: { type: 'string' }, only: { type: 'string' } });
const requests = Number(values.requests ?? (values.short ? 1_500 : 24_000));
const maxShown = 20;
const maxShrunk = 5;
/** The memory that the process may retain: caches, but nothing per request. */
const maxRetainedMib = 150;

async function play(world) {
  await populate(world);
  const only = values.only === undefined ? undefined : Number(values.only);
  const count = only === undefined ? requests : only + 1;
  const caller = new Caller(world, Number(values.seed), count);
  const { resources } = world.server;
  const failures = await checkAll(caller, only === undefined ? Array.from({ length: count }, (_, at) => at) : [only]);
  for (const [kind, byCode] of Object.entries(caller.counts)) say(`${kind.padEnd(8)} ${summaryOf(byCode)}`);
  if (only === undefined && world.server.isRunning) {
    const { failures: atSockets, tried, served } = await attackSockets(world, values.short);
    say(`sockets  ${tried} tried, ${tried - atSockets.length} held, another caller served ${served} times meanwhile`);
    failures.push(...atSockets, ...leaked(resources, world.server.resources));
  }
  failures.push(...(await reconcileResponses(world, caller)));
  const more = failures.length - maxShown;
  return more > 0 ? [...failures.slice(0, maxShown), `${more} more like these`] : failures;
}

async function checkAll(caller, numbers) {
  const failures = [];
  for (const number of numbers) {
    const wrong = await caller.check(number);
    if (wrong.length === 0) continue;
    const smaller = failures.length < maxShrunk ? `\n  minimized: ${await caller.repeating(number)}` : '';
    failures.push(`request ${number}: ${wrong.join('; ')}\n    ${caller.shown(caller.requestOf(number))}${smaller}`);
    if (!caller.world.server.isRunning) return [...failures, 'the process has ended'];
  }
  return failures;
}

const summaryOf = (counts) =>
  [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');

function leaked(before, after) {
  say(`memory   ${before.memoryMib} → ${after.memoryMib} MiB`);
  return after.memoryMib - before.memoryMib > maxRetainedMib ? ['memory is retained'] : [];
}

async function reconcileResponses(world, { reported }) {
  await world.server.stop();
  const failures = [];
  for await (const failure of disagreements(world.dataSource, reported, world.sinceId)) failures.push(failure);
  const reconciled = await world.operator(['reconcile']).catch(({ message }) => message);
  say(`ledger   ${reported.size} responses, ${failures.length} disagree; reconcile: ${reconciled.trim()}`);
  return reconciled === '0 differences\n' ? failures : [...failures, `reconcile: ${reconciled}`];
}

const options = { seed: values.seed, variables: { LOG_LEVEL: 'error' } };
await playIn(PeopledWorld, options, play, 'every response was correct');
