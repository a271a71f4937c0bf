// What parts of the request path cost: the product beside itself without the charge, and without key and rate, in one run.
// `npm run build && node bench/request-parts.mjs`
import { pathToFileURL } from 'node:url';
import { peers, startLoupeWithout, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printFaults, printRows } from './harness/report.mjs';
import { compareRequestPaths } from './request-path.mjs';

/** @returns {Promise<{rows: object[], faults: string[]}>} 5 KB, 32 at once. */
export function measureRequestParts(platform, rounds) {
  const without = ['charge', 'key'].map((part) => () => startLoupeWithout(part, platform));
  return withRunning([peers.Loupe, ...without], platform, async (running) => {
    const comparison = await compareRequestPaths(running, platform, { size: 5, rounds, ms: 1_500 });
    return { rows: comparison.rows('5 KB in parts', 'Loupe'), faults: comparison.faults };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { rows, faults } = await Platform.use((platform) => measureRequestParts(platform, 5));
  printRows(rows);
  printFaults(faults);
}
