import { Connection, isSuccess } from './connection.mjs';

/**
 * Every connection sends its next request when it has the answer to the last one: shows how much a server can do.
 * It ends after `ms`, or after so many `requests`. Resolves when the last answer is in, so that no request is counted by halves.
 * @returns {Promise<{answers: number, failures: number, seconds: number}>} failures are answers that are not a 2xx.
 */
export async function closedLoop({ port, request, connections = 32, ms, requests = Number.POSITIVE_INFINITY }) {
  const startedAt = performance.now();
  const endsAt = startedAt + ms;
  let answers = 0;
  let failures = 0;
  const drive = () =>
    new Promise((resolve) => {
      const connection = new Connection(port);
      const onAnswer = (status) => {
        answers++;
        if (!isSuccess(status)) failures++;
        if (status !== 0 && answers < requests && performance.now() < endsAt) return connection.send(request, onAnswer);
        connection.close();
        resolve();
      };
      connection.send(request, onAnswer);
    });
  await Promise.all(Array.from({ length: connections }, drive));
  return { answers, failures, seconds: (performance.now() - startedAt) / 1_000 };
}
