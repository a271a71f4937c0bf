// What parts of the request path cost: the product beside itself without the charge, and without key and rate, in one run.
// `npm run build && node bench/request-parts.mjs`
import { pathToFileURL } from 'node:url';
import { moveToLoadCore } from './harness/cores.mjs';
import { startLoupe, startLoupeWithout } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printFaults, printRows } from './harness/report.mjs';
import { compareRequestPaths } from './request-path.mjs';

/** @returns {Promise<{rows: object[], faults: string[]}>} 5 KB, 32 at once. */
export async function measureRequestParts(platform, rounds) {
  const running = [];
  try {
    running.push(await startLoupe('Loupe', platform));
    for (const part of ['charge', 'key']) running.push(await startLoupeWithout(part, platform));
    const comparison = await compareRequestPaths(running, platform, { size: 5, rounds, ms: 1_500 });
    return { rows: comparison.rows('5 KB in parts', 'Loupe'), faults: comparison.faults };
  } finally {
    for (const peer of running) await peer.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  moveToLoadCore();
  const platform = await Platform.start();
  try {
    const { rows, faults } = await measureRequestParts(platform, 5);
    printRows(rows);
    printFaults(faults);
  } finally {
    await platform.stop();
  }
}
