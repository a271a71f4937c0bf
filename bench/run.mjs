// `npm run bench`: the request path against every peer at three sizes, in one run, into bench/results.json.
// Some six minutes; `--quick` takes the smallest size and three rounds. The other scripts of this folder run alone.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { moveToLoadCore } from './harness/cores.mjs';
import { peers } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printFaults, printRows } from './harness/report.mjs';
import { compareRequestPaths } from './request-path.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const sizes = values.quick ? [5] : [5, 50, 500];
const rounds = values.quick ? 3 : 5;

moveToLoadCore();
const platform = await Platform.start();
const running = [];
const rows = [];
const faults = [];
try {
  for (const start of Object.values(peers)) running.push(await start(platform));
  for (const size of sizes) {
    const comparison = await compareRequestPaths(running, platform, { size, rounds, ms: 1_500 });
    const measured = comparison.rows(`${size} KB`, 'Loupe');
    printRows(measured);
    rows.push(...measured);
    faults.push(...comparison.faults.map((fault) => `${size} KB: ${fault}`));
  }
} finally {
  for (const peer of running) await peer.stop();
  await platform.stop();
}
printFaults(faults);
// A void run says nothing, and replaces nothing.
if (faults.length === 0) writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);
process.exit(faults.length === 0 ? 0 : 1);
