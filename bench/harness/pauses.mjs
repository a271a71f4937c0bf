// When a process could do nothing: loaded into a peer with --import, which then answers the question for its pauses; imported by the load,
// whose own pauses must not be taken for those of a server.
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

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) note('collecting garbage', startTime, startTime + duration);
}).observe({ entryTypes: ['gc'] });

let tickedAtMs = performance.now();
setInterval(() => {
  const nowMs = performance.now();
  note('a busy event loop', tickedAtMs + tickMs, nowMs);
  tickedAtMs = nowMs;
}, tickMs).unref();

process.on('message', (message) => {
  if (message === 'pauses') process.send({ pauses: takePauses() });
});

/** @returns {{cause: string, fromMs: number, untilMs: number}[]} since the last time, on the clock of the day, which all processes share. */
export function takePauses() {
  return pauses.splice(0);
}
