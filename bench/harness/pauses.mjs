// When a process could do nothing: loaded into a peer with --import, which then answers the question for its pauses; imported by the load,
// whose own pauses must not be taken for those of a server.
import { readFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';

const tickMs = 2;
/** What is shorter makes nobody slow. */
const shortestMs = 3;
const pauses = [];

function note(cause, fromMs, untilMs) {
  const { timeOrigin } = performance;
  if (untilMs - fromMs >= shortestMs)
    pauses.push({ cause, fromMs: timeOrigin + fromMs, untilMs: timeOrigin + untilMs });
}

/**
 * How long the main thread has run so far, how long it could have but had no processor, and how long the process's other threads have
 * run; undefined where the kernel does not say.
 */
function timesMs() {
  try {
    const [ranMs, waitedMs] = readFileSync('/proc/self/schedstat', 'utf8')
      .split(' ', 2)
      .map((ns) => ns / 1e6);
    const { user, system } = process.cpuUsage();
    return [ranMs, waitedMs, (user + system) / 1_000 - ranMs];
  } catch {
    return undefined;
  }
}

/** Why a tick comes late: it is the process's own doing only where it ran meanwhile. */
export const causes = {
  busy: 'a busy event loop',
  helpers: 'the process’s other threads on its core',
  others: 'others on the process’s core',
  machine: 'the machine, which stood still',
  garbage: 'collecting garbage',
};

function causeOf(pauseMs, [ranMs, waitedMs, helpersMs]) {
  if (ranMs >= pauseMs / 2) return causes.busy;
  if (waitedMs < pauseMs / 2) return causes.machine;
  return helpersMs >= pauseMs / 2 ? causes.helpers : causes.others;
}

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) note(causes.garbage, startTime, startTime + duration);
}).observe({ entryTypes: ['gc'] });

let tickedAtMs = performance.now();
let times = timesMs();
setInterval(() => {
  const nowMs = performance.now();
  const timesNow = timesMs();
  const spent = times?.map((timeMs, index) => timesNow[index] - timeMs) ?? [Number.POSITIVE_INFINITY];
  note(causeOf(nowMs - tickedAtMs, spent), tickedAtMs + tickMs, nowMs);
  tickedAtMs = nowMs;
  times = timesNow;
}, tickMs).unref();

process.on('message', (message) => {
  if (message === 'pauses') process.send({ pauses: takePauses() });
});

/** @returns {{cause: string, fromMs: number, untilMs: number}[]} since the last time, on the clock of the day, which all processes share. */
export function takePauses() {
  return pauses.splice(0);
}
