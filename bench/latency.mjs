// How long callers wait: at a fixed rate, beside large answers, and when more is asked than can be answered.
// `npm run build && node bench/latency.mjs`
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Callers } from './harness/callers.mjs';
import { keyedRequests, profileRequests } from './harness/connection.mjs';
import { closedLoop, openLoop } from './harness/loops.mjs';
import { baseline, peers, withRunning } from './harness/peers.mjs';
import { Platform } from './harness/platform.mjs';
import { printFaults, printRows, quantile, ratios, row } from './harness/rows.mjs';

const ms = 3_000;
const offeredPerSecond = [200, 1_000, 3_000];
/** Low enough to leave room for the large answers. */
const quietPerSecond = 300;
/** With fewer, a process does not do the most that it can: it waits for commits. */
const peakConnections = 128;

/** Of the baseline and of Loupe at a fixed rate, and of Loupe under the two kinds of stress: `{rows, faults}`. */
export function measureLatency(platform, rounds) {
  return withRunning([peers[baseline], peers.Loupe], platform, async (running) => {
    const loupe = running.at(-1);
    const rows = [];
    const requests = { small: requestFor(platform, 5), large: requestFor(platform, 500) };
    const contestants = running.map((peer) => ({ name: peer.name, peer, request: requests.small }));
    for (const peer of running)
      await closedLoop({ port: peer.port, request: requests.small, requests: 100_000, ms: 20_000 });
    failures = 0;
    for (const perSecond of offeredPerSecond) rows.push(...(await atFixedRate(contestants, rounds, perSecond)));
    rows.push(...(await withKeys(contestants.at(-1), platform, 4 * rounds)));
    for (const peer of running) rows.push(...(await besideLargeAnswers(peer, requests, rounds)));
    const faults = failures > 0 ? [`waits: ${failures} answers were not a 2xx, or did not come`] : [];
    for (const times of [2, 5]) rows.push(...(await overloaded(loupe, requests, rounds, times)));
    return { rows, faults };
  });
}

let failures = 0;

/** Latencies of requests that are all to be answered. */
async function latenciesOf(load) {
  const loop = await openLoop(load);
  failures += loop.failures;
  return loop.latenciesMs;
}

function requestFor(platform, size) {
  return profileRequests(size, platform.apiKeys);
}

/**
 * The same for everybody, as callers offer it: a server that is not busy does less at once, and more for each request. Last of the rows is
 * what the second of two contestants, `{name, peer, request}`, takes of the CPU against the first.
 */
async function atFixedRate(contestants, rounds, perSecond) {
  const results = contestants.map(() => ({ p50: [], p99: [], 'p99.9': [], cpu: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { peer, request }] of contestants.entries()) {
      const before = await peer.totalCpuMicros();
      const latenciesMs = await latenciesOf({ port: peer.port, request, perSecond, ms });
      const after = await peer.totalCpuMicros();
      const of = results[index];
      of.p50.push(quantile(latenciesMs, 0.5));
      of.p99.push(quantile(latenciesMs, 0.99));
      of['p99.9'].push(quantile(latenciesMs, 0.999));
      of.cpu.push((after - before) / latenciesMs.length);
    }
  }
  const title = `5 KB at ${perSecond}/s`;
  const [first, second] = contestants;
  return [
    ...contestants.flatMap(({ name }, index) => {
      const { cpu, ...waits } = results[index];
      return [
        ...Object.entries(waits).map(([share, values]) => row(`${title}, ${share}: ${name}`, 'ms', values)),
        row(`${title}, CPU per request: ${name}`, 'µs', cpu),
      ];
    }),
    row(`${title}, CPU per request: ${second.name} / ${first.name}`, 'ratio', ratios(results[1].cpu, results[0].cpu)),
  ];
}

/**
 * What an idempotency key costs: in a closed loop, PostgreSQL takes longer over keys, and the server's core does less at once; here it does
 * the same number of requests a second with and without.
 */
async function withKeys(plain, platform, rounds) {
  const keyed = {
    name: 'Loupe, with an idempotency key',
    peer: plain.peer,
    request: keyedRequests(5, platform.apiKeys),
  };
  await closedLoop({ port: plain.peer.port, request: keyed.request, requests: 100_000, ms: 20_000 });
  return atFixedRate([{ ...plain, name: 'Loupe, without one' }, keyed], rounds, 1_000);
}

/** p99 of small answers while eight callers fetch large ones all the time, against p99 alone. */
async function besideLargeAnswers({ name, port }, { small, large }, rounds) {
  const load = { port, request: small, perSecond: quietPerSecond, ms: 1_000 };
  const [alone, beside] = [[], []];
  const requests = Array.from({ length: 8 }, (_, connection) => large(connection));
  const callers = new Callers();
  // Short rounds and many: what disturbs the machine for a moment spoils one of them.
  for (let round = 0; round < 4 * rounds; round++) {
    alone.push(quantile(await latenciesOf(load), 0.99));
    const [both, others] = await Promise.all([latenciesOf(load), callers.ask({ port, requests, ms: load.ms + 200 })]);
    failures += others.failures;
    beside.push(quantile(both, 0.99));
  }
  callers.stop();
  const title = `5 KB beside eight of 500 KB: ${name}`;
  return [row(`${title}, p99`, 'ms', beside), row(`${title}, p99 / p99 alone`, 'ratio', ratios(beside, alone))];
}

/**
 * Good answers a second when so many times as much is offered as it can carry, against what it can carry; its memory after that, and how
 * long callers wait from two seconds after it, against before.
 */
async function overloaded(loupe, { small }, rounds, times) {
  const { port } = loupe;
  const quiet = { port, request: small, perSecond: quietPerSecond, ms };
  const [goodput, memory, waiting] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const usual = quantile((await openLoop(quiet)).latenciesMs, 0.99);
    const { answers, seconds } = await closedLoop({ port, request: small, connections: peakConnections, ms });
    const memoryMib = await loupe.memoryMib();
    const peak = answers / seconds;
    const load = { port, request: small, perSecond: times * peak, ms, connections: 200 * times };
    // Whoever has no answer by the end of it leaves.
    const flood = await openLoop({ ...load, graceMs: 0 });
    goodput.push(flood.latenciesMs.length / flood.seconds / peak);
    memory.push((await loupe.memoryMib()) / memoryMib);
    await sleep(2_000);
    waiting.push(quantile((await openLoop(quiet)).latenciesMs, 0.99) / usual);
  }
  const title = `5 KB, ${times} times the load on ${200 * times} connections`;
  return [
    row(`${title}: good answers a second / at its peak`, 'ratio', goodput),
    row(`${title}: memory / before`, 'ratio', memory),
    row(`${title}, two seconds later: p99 / p99 before`, 'ratio', waiting),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await Platform.use(async (platform) => {
    const { rows, faults } = await measureLatency(platform, 3);
    printRows(rows);
    printFaults(faults);
  });
}
