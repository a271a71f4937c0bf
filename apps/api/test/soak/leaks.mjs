// Sends many requests to each kind of route, and measures the heap of the process after garbage collection: memory
// retained for each request would one day end the process. `npm run leaks -- --routes mcp` measures only routes
// whose name contains `mcp`. Exits with 1 if a route leaks, or if too many of its responses have a wrong status.
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../harness/http.mjs';
import { PeopledWorld } from '../harness/people.mjs';
import { playIn, readOptions, say } from '../harness/scenario.mjs';
import { kindsOf } from './kinds-of-requests.mjs';

const { routes, seed } = readOptions({ routes: { type: 'string', default: '' } });
const count = 1_500;
/** Requests before the measurement, to fill bounded caches and compile code. */
const warmUpCount = 250;
const atOnce = 6;
const maxBytesARequest = 3 * 1_024;
/** Only growth in each of this many rounds is a leak. */
const maxRounds = 3;

const variables = {
  NODE_OPTIONS: `--require ${new URL('preload.cjs', import.meta.url).pathname}`,
  CACHE_MEMORY_MB: '1',
};

/** Sends this many requests, a few at a time. @returns the unexpected statuses with their counts. */
async function load(world, requests, [, expected, request]) {
  const wrong = {};
  let begun = 0;
  const one = async () => {
    while (begun++ < requests) {
      const { status } = await send(world.baseUrl, request());
      if (![expected].flat().includes(status)) wrong[status] = (wrong[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return wrong;
}

async function heldBytes({ server }) {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 2; look++) {
    await sleep(300);
    process.kill(server.pid, 'SIGUSR2');
    least = Math.min(least, (await server.metrics()).nodejs_heap_size_used_bytes);
  }
  return least;
}

async function play(world) {
  const kinds = (await kindsOf(world)).filter(([name]) => name.includes(routes));
  for (const kind of kinds) await load(world, warmUpCount, kind);
  const wrong = [];
  let held = await heldBytes(world);
  for (const kind of kinds) {
    const [name] = kind;
    let retained = Number.POSITIVE_INFINITY;
    for (let round = 0; round < maxRounds && retained > maxBytesARequest; round++) {
      const before = held;
      const others = await load(world, count, kind);
      // A busy machine may refuse a few requests, but a route that was rarely reached proves nothing.
      if (Object.values(others).some((times) => times > count / 10)) wrong.push(`${name}: ${JSON.stringify(others)}`);
      held = await heldBytes(world);
      retained = Math.min(retained, (held - before) / count);
    }
    say(`${name.padEnd(34)} ${(retained / 1_024).toFixed(2).padStart(7)} KB a request`);
    if (retained > maxBytesARequest)
      wrong.push(`${name}: ${(retained / 1_024).toFixed(2)} KB are retained for each request`);
  }
  return wrong;
}

await playIn(PeopledWorld, { seed, variables }, play, 'no route retains memory');
