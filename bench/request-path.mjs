// A charged request against the bare relay's, CPU time and requests per second, in one run. Needs a build.
// `npm run build && node bench/request-path.mjs --size 5 --rounds 5`; any user id answers with about as many KB as it says.
// With `--parts`: what charge and key cost, by the product beside itself without them.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Comparison } from './harness/comparison.mjs';
import { profileRequests } from './harness/connection.mjs';
import { baseline, peers, startLoupeWithout, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printFaults, printRows } from './harness/rows.mjs';

/** @returns {Promise<Comparison>} of the running peers, the baseline first, over bodies of `size` KB. */
export function compareRequestPaths(running, platform, { size, ...options }) {
  return Comparison.of(running, profileRequests(size, platform.apiKey), options);
}

/** The product beside itself without the charge, and without key and rate: 5 KB, 32 at once. */
export function measureRequestParts(platform, rounds) {
  const without = ['charge', 'key'].map((part) => () => startLoupeWithout(part, platform));
  return withRunning([peers.Loupe, ...without], platform, async (running) => {
    const comparison = await compareRequestPaths(running, platform, { size: 5, rounds, ms: 1_500 });
    return { rows: comparison.rows('5 KB in parts', 'Loupe'), faults: comparison.faults };
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      peer: { type: 'string', multiple: true, default: [] },
      parts: { type: 'boolean', default: false },
    },
  });
  const options = { size: Number(values.size), rounds: Number(values.rounds), ms: 1_500 };
  const starts = [baseline, ...values.peer, 'Loupe'].map((name) => peers[name]);
  const { rows, faults } = await Platform.use(async (platform) => {
    if (values.parts) return measureRequestParts(platform, options.rounds);
    const comparison = await withRunning(starts, platform, (running) =>
      compareRequestPaths(running, platform, options),
    );
    return { rows: comparison.rows(`${values.size} KB`, 'Loupe'), faults: comparison.faults };
  });
  printRows(rows);
  printFaults(faults);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
