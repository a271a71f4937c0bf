import { Connection, isSuccess } from './connection.mjs';

/**
 * Every connection sends its next request when it has the answer to the last one: shows how much a server can do.
 * `request` gives a connection, by its number, what it sends. It ends after `ms`, or after so many `requests`. Resolves when the last answer is in, so that no request is counted by halves.
 * @returns {Promise<{answers: number, failures: number, seconds: number}>} failures are answers that are not a 2xx.
 */
export async function closedLoop({ port, request, connections = 32, ms, requests = Number.POSITIVE_INFINITY }) {
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  let answers = 0;
  let failures = 0;
  const drive = (_, number) =>
    new Promise((resolve) => {
      const connection = new Connection(port);
      const onAnswer = (status) => {
        answers++;
        if (!isSuccess(status)) failures++;
        if (status !== 0 && answers < requests && performance.now() < endsAt)
          return connection.send(request(number), onAnswer);
        connection.close();
        resolve();
      };
      connection.send(request(number), onAnswer);
    });
  await Promise.all(Array.from({ length: connections }, drive));
  return { answers, failures, seconds: (performance.now() - startedAt) / 1_000 };
}

/**
 * Offers requests at a fixed rate, whether or not earlier ones have been answered, and counts each one's time from the
 * moment it was offered: a server that stalls is charged for all who wait, and not for a timer of ours that was late. A request that
 * finds no free connection waits for one.
 * `note` gets the latency of each 2xx answer, the connection that it came by, and how long the request waited for that.
 * @returns {Promise<{latenciesMs: number[], failures: number, seconds: number}>} latencies of the 2xx answers, in
 * order of size, and how long requests were offered. A failure is also what was not answered `graceMs` after that.
 */
export async function openLoop({ port, request, perSecond, ms, connections = 64, graceMs = 5_000, note }) {
  const free = Array.from({ length: connections }, (_, number) => Object.assign(new Connection(port), { number }));
  const all = [...free];
  // Thousands may wait: taking the first off an array of that length moves all others.
  const waiting = [];
  let taken = 0;
  const latenciesMs = [];
  let failures = 0;

  const send = (connection, offeredAt, waitedMs = 0) =>
    connection.send(request(connection.number), (status) => {
      const nowMs = performance.now();
      if (isSuccess(status)) {
        latenciesMs.push(nowMs - offeredAt);
        note?.(nowMs - offeredAt, connection, waitedMs);
      } else failures++;
      if (taken < waiting.length) send(connection, waiting[taken], nowMs - waiting[taken++]);
      else free.push(connection);
    });

  const startedAt = performance.now();
  await offer(startedAt, perSecond, ms, (offeredAt) => {
    const connection = free.pop();
    if (connection) send(connection, offeredAt);
    else waiting.push(offeredAt);
  });
  const offeredUntil = performance.now();
  while (free.length < connections && performance.now() - offeredUntil < graceMs) await tick();
  for (const connection of all) connection.close();
  failures += waiting.length - taken + connections - free.length;
  const seconds = (offeredUntil - startedAt) / 1_000;
  return { latenciesMs: latenciesMs.sort((a, b) => a - b), failures, seconds };
}

/** Calls `send` with the moment, for every request of the schedule, as soon as the timer lets us after its turn. */
async function offer(startedAt, perSecond, ms, send) {
  const total = Math.round((perSecond * ms) / 1_000);
  for (let sent = 0; sent < total; await tick()) {
    // The first is due at once.
    const nowMs = performance.now();
    const soFar = Math.min(total, 1 + Math.floor(((nowMs - startedAt) * perSecond) / 1_000));
    for (; sent < soFar; sent++) send(nowMs);
  }
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));
