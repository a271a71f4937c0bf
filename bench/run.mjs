// `npm run bench`: the request path against every peer at three sizes, in one run, into bench/results.json; then what its parts and
// the ways of asking cost, and how long callers wait. About twenty minutes. `-- --quick` takes the smallest size, the nearest peers and
// one start of each, in less than three. `-- --against REV` builds another commit and puts it beside this one and the nearest peers;
// `-- --node PATH` measures the two relays and this one on another Node.js, too. The other scripts of this folder run alone.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { prepare } from '../scripts/lib/prepare.mjs';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' }, node: { type: 'string' } },
});
await prepare();
// Of the build, which may have been missing until now.
const { baseline, nearestOn, peers, pipe, startLoupe } = await import('./harness/peers.mjs');
const { Platform } = await import('./harness/platform.mjs');
const { withRevision } = await import('./harness/revision.mjs');
const { printFaults, printRows } = await import('./harness/rows.mjs');
const { measureLatency } = await import('./latency.mjs');
const { comparePeers, compareWaysOfAsking, measureRequestParts } = await import('./request-path.mjs');

const rounds = { rounds: 15, ms: 400 };
const isBeside = values.against !== undefined || values.node !== undefined;
const nearest = [baseline, pipe, '@fastify/http-proxy', 'Loupe'];
const furthest = values.quick || isBeside ? [] : ['Express + http-proxy-middleware', 'textbook Nest'];
// In less than three minutes on a machine that is four times slower than most.
const quick = { ...rounds, rounds: 10, warmUpMs: 8_000, sizes: [5], starts: 1 };
const plan = values.quick ? quick : { ...rounds, sizes: [5, 50, 500], starts: 3 };

const rows = [];
const faults = [];

function report(section) {
  printRows(section.rows);
  rows.push(...section.rows);
  faults.push(...section.faults);
}

async function measure(product) {
  const [starters, far] = [nearest, furthest].map((names) => names.map((name) => peers[name]));
  if (product) starters.push((platform) => startLoupe(`Loupe at ${values.against}`, platform, { product }));
  await Platform.use(async (platform) => {
    report(await comparePeers(platform, starters, far, plan));
    if (values.node) {
      const where = ` on Node ${versionOf(values.node)}`;
      report(await comparePeers(platform, nearestOn(values.node), [], { ...plan, where }));
    }
    if (values.quick || isBeside) return;
    report(await measureRequestParts(platform, rounds));
    report(await compareWaysOfAsking(platform, rounds));
    report(await measureLatency(platform, 3));
  });
}

function versionOf(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
}

await (values.against ? withRevision(values.against, measure) : measure());
process.stdout.write('\nAgainst the two relays:\n');
const toRelays = [baseline, pipe].map((relay) => `, CPU per request: Loupe / ${relay}`);
printRows(rows.filter(({ name }) => toRelays.some((ratio) => name.endsWith(ratio))));
printFaults(faults);
// A void run says nothing, and replaces nothing; one with other products beside is for whoever runs it.
if (faults.length === 0 && !values.quick && !isBeside)
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);
process.exit(faults.length === 0 ? 0 : 1);
