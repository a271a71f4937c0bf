// `npm run bench`: compares Loupe's CPU time per request with that of its peers, and measures the latency it adds.
// Takes 7 minutes, `-- --quick` 2. `-- --against REV` also measures another commit. Exits with 1 if the run is void.
import { parseArgs } from 'node:util';
import { prepare } from '../scripts/lib/prepare.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } } });
await prepare();
// Imported after prepare(), which may install packages.
const { Comparison } = await import('./harness/comparison.mjs');
const { measureLatency } = await import('./harness/latency.mjs');
const { peers, withRunning } = await import('./harness/peers.mjs');
const { withPlatform } = await import('./harness/platform.mjs');
const { withRevision } = await import('./harness/revision.mjs');

const plan = values.quick ? { sizes: [5], starts: 1, rounds: 8 } : { sizes: [5, 50, 500], starts: 2, rounds: 6 };

/** @param product URL of the folder of another build, which is then measured too */
async function measure(product) {
  const starters = [peers.relay, peers.pipe, peers.fastify, peers.loupe];
  if (product) starters.push((platform) => peers.loupe(platform, `Loupe at ${values.against}`, product));
  if (!values.quick) starters.push(peers.textbookNest);
  const comparisons = plan.sizes.map((kilobytes) => new Comparison(kilobytes));
  const voidReasons = [];
  await withPlatform(async (platform) => {
    for (let start = 1; start <= plan.starts; start++) {
      await withRunning(starters, platform, async (running) => {
        for (const comparison of comparisons) await comparison.measure(running, plan.rounds);
        if (start < plan.starts) return;
        for (const comparison of comparisons) voidReasons.push(...comparison.report('Loupe'));
        const isLatencyOf = ({ name }) => name === running[0].name || name.startsWith('Loupe');
        voidReasons.push(...(await measureLatency(running.filter(isLatencyOf))));
      });
    }
  });
  return voidReasons;
}

const voidReasons = await (values.against ? withRevision(values.against, measure) : measure());
for (const reason of voidReasons) process.stdout.write(`VOID: ${reason}\n`);
process.exit(voidReasons.length === 0 ? 0 : 1);
