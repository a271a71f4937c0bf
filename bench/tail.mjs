// Why the slowest are slow: at a fixed rate, every answer of the slowest 0.1 % is laid beside what the process, PostgreSQL and the load did
// meanwhile, and gets the name of what took most of its time. Needs a build: `node bench/tail.mjs` takes ten minutes,
// `--minutes 1 --per-second 200` are others.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { profileRequests } from './harness/connection.mjs';
import { closedLoop, openLoop } from './harness/loops.mjs';
import { causes, takePauses } from './harness/pauses.mjs';
import { startLoupe, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { quantile } from './harness/rows.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    'per-second': { type: 'string', default: '1000' },
  },
});
const ms = Number(values.minutes) * 60_000;
const perSecond = Number(values['per-second']);
/** What is faster is not kept: it will not be among the slowest. */
const keptFromMs = 8;
const sampleMs = 10;

/** What the session that charges waits for, again and again; nothing where it is idle. */
async function sampleCharges(url, samples, isOver) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  while (!isOver()) {
    const { rows } = await client.query(
      `SELECT coalesce(wait_event, 'running') AS wait FROM pg_stat_activity
       WHERE application_name = 'loupe-charges' AND state = 'active' AND wait_event IS DISTINCT FROM 'ClientRead'`,
    );
    for (const { wait } of rows) samples.push({ atMs: performance.timeOrigin + performance.now(), wait });
    await sleep(sampleMs);
  }
  await client.end();
}

/** Phases of the slow requests, out of the log, by request id. */
function readPhases(stdout, phases) {
  createInterface({ input: stdout }).on('line', (line) => {
    if (!line.includes('"charge_ms"')) return;
    const { request_id, ms, upstream_ms, charge_ms } = JSON.parse(line);
    if (ms >= keptFromMs / 2) phases.set(request_id, { upstreamMs: upstream_ms, chargeMs: charge_ms });
  });
}

const overlapMs = (one, { fromMs, untilMs }) =>
  Math.max(0, Math.min(one.untilMs, untilMs) - Math.max(one.fromMs, fromMs));

/** A pause for garbage is one of a busy event loop, too: the first that fits is its name. */
const inOrder = [causes.garbage, causes.machine, causes.helpers, causes.others, causes.busy];

/** How long a process stood still during an answer, by cause. */
function pausesDuring(answer, pauses) {
  const tookMs = (cause) =>
    pauses.reduce((sum, pause) => (pause.cause === cause ? sum + overlapMs(pause, answer) : sum), 0);
  return inOrder.map((cause) => [cause, tookMs(cause)]);
}

/** Pauses of a process come first: whatever waits for it looks slow meanwhile. */
function causesOf(answer, { phases, ofServer, ofLoad, samples }) {
  const { upstreamMs = 0, chargeMs = 0 } = phases.get(answer.requestId) ?? {};
  const during = samples.filter(({ atMs }) => atMs >= answer.fromMs && atMs <= answer.untilMs);
  return [
    // Of its core, upstream and PostgreSQL are the others.
    ...pausesDuring(answer, ofLoad).map(([cause, took]) => [`the load: ${cause}`, took]),
    ...pausesDuring(answer, ofServer),
    [`the charge, PostgreSQL: ${mostFrequent(during.map(({ wait }) => wait)) ?? 'waiting for its turn'}`, chargeMs],
    ['the upstream', upstreamMs],
  ];
}

function mostFrequent(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The first that explains half of it; or all together, where they do; or what held up the answer whose connection it waited for. */
function nameOf(answer, seen) {
  const half = (answer.untilMs - answer.fromMs) / 2;
  const causes = causesOf(answer, seen);
  const first = causes.find(([, took]) => took >= half);
  if (first) return first[0];
  if (causes.reduce((sum, [, took]) => sum + took, 0) >= half) return 'several of these';
  return answer.before ? nameOf(answer.before, seen) : 'nobody knows';
}

function report(latenciesMs, slow, seen) {
  const shares = [0.5, 0.99, 0.999].map((share) => quantile(latenciesMs, share).toFixed(1));
  process.stdout.write(`${latenciesMs.length} answers: p50 ${shares[0]} ms, p99 ${shares[1]}, p99.9 ${shares[2]}, `);
  process.stdout.write(`slowest ${latenciesMs.at(-1).toFixed(1)}\n`);
  const slowest = slow.sort((a, b) => a.untilMs - a.fromMs - (b.untilMs - b.fromMs)).slice(-latenciesMs.length / 1_000);
  const byName = new Map();
  for (const answer of slowest) {
    const name = nameOf(answer, seen);
    byName.set(name, [...(byName.get(name) ?? []), answer]);
  }
  for (const [name, answers] of [...byName].sort(([, a], [, b]) => b.length - a.length)) {
    const worst = answers.at(-1);
    const figures = `${answers.length}`.padStart(6) + `${(worst.untilMs - worst.fromMs).toFixed(1)} ms`.padStart(12);
    process.stdout.write(`${name.padEnd(60)}${figures}\n`);
  }
}

await Platform.use(async (platform) => {
  const reporter = new URL('harness/pauses.mjs', import.meta.url).href;
  const start = () => startLoupe('Loupe', platform, { nodeFlags: ['--import', reporter], output: 'pipe' });
  await withRunning([start], platform, async ([loupe]) => {
    const phases = new Map();
    readPhases(loupe.child.stdout, phases);
    const request = profileRequests(5, platform.apiKeys);
    await closedLoop({ port: loupe.port, request, requests: 60_000, ms: 20_000 });
    await loupe.ask('pauses');
    takePauses();
    const [slow, samples] = [[], []];
    let isOver = false;
    const sampling = sampleCharges(platform.postgres.url, samples, () => isOver);
    const lastBy = [];
    const note = (latencyMs, { number, requestId }, waitedMs) => {
      const untilMs = performance.timeOrigin + performance.now();
      const before = waitedMs > latencyMs / 2 ? lastBy[number] : undefined;
      const answer = { fromMs: untilMs - latencyMs, untilMs, requestId, before };
      lastBy[number] = answer;
      if (latencyMs >= keptFromMs) slow.push(answer);
    };
    const { latenciesMs, failures } = await openLoop({ port: loupe.port, request, perSecond, ms, note });
    isOver = true;
    await sampling;
    const seen = { phases, samples, ofServer: await loupe.ask('pauses'), ofLoad: takePauses() };
    report(latenciesMs, slow, seen);
    if (failures > 0) process.stdout.write(`${failures} failed\n`);
  });
});
process.exit(0);
