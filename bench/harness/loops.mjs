import { Connection } from './connection.mjs';

const connections = 32;
const isSuccess = (status) => status >= 200 && status < 300;

/**
 * Closed loop: each connection sends a request after each response, which measures throughput. Waits for all responses.
 * @returns {Promise<{answers: number, failures: number, seconds: number}>} failures: other than a 2xx, or lost
 */
export async function closedLoop({ port, requests, ms }) {
  const startedAt = performance.now();
  let answers = 0;
  let failures = 0;
  const drive = async (request) => {
    const connection = new Connection(port);
    let status;
    do {
      status = await connection.send(request);
      answers++;
      if (!isSuccess(status)) failures++;
    } while (status !== 0 && performance.now() < startedAt + ms);
    connection.close();
  };
  await Promise.all(requests.slice(0, connections).map(drive));
  return { answers, failures, seconds: (performance.now() - startedAt) / 1_000 };
}

const graceMs = 5_000;
const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

/**
 * Open loop: requests are due at a fixed rate, whether or not earlier ones have completed. Latency counts from the tick
 * in which a request falls due, so it includes the wait for a stalled server (no coordinated omission).
 * @returns {Promise<{latenciesMs: number[], failures: number}>} failures include requests unanswered 5 s after the end
 */
export async function openLoop({ port, requests, perSecond, ms }) {
  const all = requests.map(() => new Connection(port));
  const free = [...all.keys()];
  const waiting = [];
  const latenciesMs = [];
  const total = Math.round((perSecond * ms) / 1_000);

  const send = async (number) => {
    for (let offeredAt = waiting.shift(); offeredAt !== undefined; offeredAt = waiting.shift()) {
      if (isSuccess(await all[number].send(requests[number]))) latenciesMs.push(performance.now() - offeredAt);
    }
    free.push(number);
  };

  const startedAt = performance.now();
  for (let offered = 0; offered < total; await tick()) {
    const nowMs = performance.now();
    const due = Math.min(total, 1 + Math.floor(((nowMs - startedAt) * perSecond) / 1_000));
    for (; offered < due; offered++) {
      waiting.push(nowMs);
      if (free.length > 0) void send(free.pop());
    }
  }
  const endsAt = performance.now() + graceMs;
  while (free.length < all.length && performance.now() < endsAt) await tick();
  for (const connection of all) connection.close();
  return { latenciesMs, failures: total - latenciesMs.length };
}
