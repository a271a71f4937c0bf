// Callers of the API, and what they were told.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One request with a key, and an idempotency key where there is one.
 * @returns `{status, headers, reason}` once the answer has ended, with what an answer of 500 and above said; rejects when there is none.
 */
export function ask({ port }, path, apiKey, agent, idempotencyKey) {
  const once = idempotencyKey && { 'idempotency-key': idempotencyKey };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { 'x-api-key': apiKey, ...once } }, (response) => {
      const { statusCode: status, headers } = response;
      let body = '';
      if (status >= 500) response.on('data', (chunk) => (body += chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status, headers, reason: /"detail":"([^"]*)/.exec(body)?.[1] ?? body }));
      response.resume();
    }).on('error', reject);
  });
}

/** What the callers were told, to be compared with the ledger in the end. */
export class History {
  /** Request id → { accountId, costUsd, balanceUsd } of answers that said they were charged. */
  paid = new Map();
  /** Ids of answers that said that nothing was charged. */
  free = new Set();
  /** Requests without any answer: whether they were charged is for the ledger to say. */
  unanswered = 0;
  /** By account: how many of its requests with an idempotency key were answered and paid for, and how many never were answered. */
  once = new Map();
  /** Good answers that cost nothing, though everything that is noted has a price. */
  givenAway = 0;

  note(accountId, { status, headers }) {
    const requestId = headers['x-request-id'];
    const costUsd = headers['x-cost-usd'];
    // From a proxy that has none of ours to pass on.
    if (requestId === undefined) this.unanswered++;
    else if (costUsd !== undefined && costUsd !== '0') {
      this.paid.set(requestId, { accountId, costUsd, balanceUsd: headers['x-balance-usd'], status });
    } else {
      this.free.add(requestId);
      if (status === 200) this.givenAway++;
    }
  }

  /**
   * What all attempts of a caller with one idempotency key came to. Each may have been charged without its caller being told;
   * of all of them together, one was.
   */
  noteOnce(accountId, answer) {
    const counts = this.once.get(accountId) ?? { paid: 0, unanswered: 0 };
    this.once.set(accountId, counts);
    if (!answer || answer.status >= 500) counts.unanswered++;
    else if (answer.headers['x-cost-usd'] !== '0' || answer.headers['idempotency-replayed'] || answer.status === 409)
      counts.paid++;
  }
}

/** Sends all requests at once, to each process in turn. @returns how many answers were paid for. */
export async function race(servers, apiKey, requests) {
  await untilKnown(servers, apiKey);
  const asked = Array.from({ length: requests }, (_, index) => isPaid(servers[index % servers.length], apiKey));
  return (await Promise.all(asked)).filter(Boolean).length;
}

/** Processes learn of a key through the database, each in its own time. */
export async function untilKnown(servers, apiKey) {
  for (const server of servers) {
    while ((await ask(server, '/resolve/media?pk=1', apiKey)).status !== 200) await sleep(50);
  }
}

/** Asks again where a busy machine made the service or the upstream give up: nothing was charged then. */
async function isPaid(server, apiKey) {
  for (;;) {
    const { status, headers } = await ask(server, '/users/1000/followers', apiKey);
    if (status < 500) return headers['x-cost-usd'] !== '0';
    await sleep(100);
  }
}
