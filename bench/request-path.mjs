// A charged request against the bare relay's, CPU time and requests per second, in one run. Needs a build.
// `npm run build && node bench/request-path.mjs --size 5 --rounds 5`; any user id answers with about as many KB as it says.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Comparison } from './harness/comparison.mjs';
import { getRequest } from './harness/connection.mjs';
import { baseline, peers, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printFaults, printRows } from './harness/report.mjs';

/** @returns {Promise<Comparison>} of the running peers, the baseline first, over bodies of `size` KB. */
export function compareRequestPaths(running, platform, { size, ...options }) {
  return Comparison.of(running, getRequest(`/users/${size}`, { 'x-api-key': platform.apiKey }), options);
}

async function main() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '5' },
      peer: { type: 'string', multiple: true, default: [] },
    },
  });
  const options = { size: Number(values.size), rounds: Number(values.rounds), ms: 1_500 };
  const starts = [baseline, ...values.peer, 'Loupe'].map((name) => peers[name]);
  const comparison = await Platform.use((platform) =>
    withRunning(starts, platform, (running) => compareRequestPaths(running, platform, options)),
  );
  printRows(comparison.rows(`${values.size} KB`, 'Loupe'));
  printFaults(comparison.faults);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
