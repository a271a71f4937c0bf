// `npm run bench`: the request path against every peer at three sizes, in one run, into bench/results.json.
// Then what its parts cost, and how long callers wait. Some eight minutes; `--quick` takes the smallest size and three
// rounds. The other scripts of this folder run alone.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { peers, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printFaults, printRows } from './harness/rows.mjs';
import { measureLatency } from './latency.mjs';
import { compareRequestPaths, measureRequestParts } from './request-path.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const sizes = values.quick ? [5] : [5, 50, 500];
const rounds = values.quick ? 3 : 5;

const rows = [];
const faults = [];

function report(title, measured, found = []) {
  printRows(measured);
  rows.push(...measured);
  faults.push(...found.map((fault) => `${title}: ${fault}`));
}

function comparePeers(platform) {
  return withRunning(Object.values(peers), platform, async (running) => {
    for (const size of sizes) {
      const comparison = await compareRequestPaths(running, platform, { size, rounds, ms: 1_500 });
      report(`${size} KB`, comparison.rows(`${size} KB`, 'Loupe'), comparison.faults);
    }
  });
}

await Platform.use(async (platform) => {
  await comparePeers(platform);
  const parts = await measureRequestParts(platform, rounds);
  report('parts', parts.rows, parts.faults);
  report('latency', await measureLatency(platform, 3));
});
printFaults(faults);
// A void run says nothing, and replaces nothing.
if (faults.length === 0) writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);
process.exit(faults.length === 0 ? 0 : 1);
