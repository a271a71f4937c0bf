// Whose microseconds they are: the CPU time of a charged request of 5 KB, by stage, from a profile of the process. Needs a build:
// `node bench/stages.mjs`. About a minute. Profiling itself costs some: what counts is how the whole is shared.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileRequests } from './harness/connection.mjs';
import { closedLoop } from './harness/loops.mjs';
import { startLoupe, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printRows, row } from './harness/rows.mjs';

const warmUp = { requests: 60_000, ms: 20_000 };
const measured = { requests: 60_000, ms: 30_000 };

/** By the nearest caller whose file, or name, is one of these. What Node.js does for somebody counts as theirs. */
const stages = [
  ['collecting garbage, in the main thread', /^\(garbage collector\)/],
  ['the upstream: request, connection, answer', /\/upstream-client\/dist\/(http\/|transmit\.js)/],
  ['the upstream: session, breaker, deadline, repeats', /\/libs\/upstream-client\//],
  ['scanning the body, copying it with ids as text', /\/libs\/lossless-json\//],
  ['the charge: queue, statement, result', /\/pg(-[a-z]+)?\/|\/platform\/database\/|\/core\/billing\//],
  ['the log line', /\/pino\/|\/log-output\.js|\/logger\.js/],
  ['metrics', /\/prom-client\/|\/platform\/observability\//],
  ['what was asked, for the request log', /\/core\/usage\//],
  ['the key', /\/core\/auth\//],
  ['rate and concurrency', /\/core\/rate-limit\/|\/@nestjs\/throttler\//],
  ['parameters and directives', /\/gateway\/(parameters|directives|sandbox|unknown-parameters)\.js|\/libs\/dto\//],
  ['Nest: handler and guards', /\/@nestjs\/|\/rxjs\//],
  ['the gateway: call, funds, flights, answer', /\/gateway\/|\/endpoints\//],
  ['the answer: headers, writing', /\/platform\/http\//],
];
/** Where nobody else is among the callers. */
const ofNode = ['node:http: connections, parsing', /node:(_http|net|internal\/(http|js_)?stream|stream)/];
const rest = 'event loop, promises, timers';

const text = ({ callFrame: { functionName, url } }) => `${functionName} ${url}`;

/** Time by stage, in microseconds, between two moments of the monotonic clock. */
function timesOf(profile, fromMicros, untilMicros) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const stageOf = new Map();
  for (const { id } of profile.nodes) {
    const callers = [];
    for (let at = id; at !== undefined; at = parents.get(at)) callers.push(text(nodes.get(at)));
    const named = callers.flatMap((caller) => stages.filter(([, pattern]) => pattern.test(caller)));
    if (named.length === 0 && callers.some((caller) => ofNode[1].test(caller))) named.push(ofNode);
    stageOf.set(id, named[0]?.[0] ?? rest);
  }
  const times = new Map();
  let atMicros = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const micros = profile.timeDeltas[index];
    atMicros += micros;
    if (atMicros < fromMicros || atMicros > untilMicros || nodes.get(id).callFrame.functionName === '(idle)') continue;
    times.set(stageOf.get(id), (times.get(stageOf.get(id)) ?? 0) + micros);
  }
  return times;
}

const nowMicros = () => Number(process.hrtime.bigint() / 1_000n);

await Platform.use(async (platform) => {
  const directory = mkdtempSync(join(tmpdir(), 'loupe-stages-'));
  const options = { nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${directory}`, '--cpu-prof-interval=500'] };
  const run = await withRunning([() => startLoupe('Loupe', platform, options)], platform, async ([loupe]) => {
    const load = { port: loupe.port, request: profileRequests(5, platform.apiKeys) };
    await closedLoop({ ...load, ...warmUp });
    const [before, fromMicros] = [await loupe.totalCpuMicros(), nowMicros()];
    const { answers } = await closedLoop({ ...load, ...measured });
    const [untilMicros, after] = [nowMicros(), await loupe.totalCpuMicros()];
    return { answers, fromMicros, untilMicros, cpuMicros: after - before };
  });
  const profiles = readdirSync(directory).map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));
  rmSync(directory, { recursive: true });
  // Other threads have profiles, too.
  const all = profiles.map((profile) => timesOf(profile, run.fromMicros, run.untilMicros));
  const sum = (times) => [...times.values()].reduce((total, micros) => total + micros, 0);
  const main = all.toSorted((a, b) => sum(b) - sum(a))[0];
  const wholeMicros = run.cpuMicros / run.answers;
  // The profile's clock goes on while somebody else has the processor: it gives the shares alone.
  const rows = [...main].map(([name, micros]) => row(name, 'µs', [(micros / sum(main)) * wholeMicros]));
  rows.sort((a, b) => b.median - a.median);
  printRows([...rows, row('together: CPU time of the process per request', 'µs', [wholeMicros])]);
});
process.exit(0);
