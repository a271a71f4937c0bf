import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One request with a key, and optionally an idempotency key.
 * @returns `{status, headers, reason}` once the response has ended, with the body of a 5xx; rejects when there is none.
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

export class History {
  /** Request id → { accountId, costUsd, balanceUsd } of responses that reported a charge. */
  paid = new Map();
  /** Ids of responses that reported no charge. */
  free = new Set();
  /** Requests without a response: only the ledger knows whether they were charged. */
  unanswered = 0;
  /** By account: how many requests with an idempotency key were paid for, and how many were never answered. */
  once = new Map();
  /** Successful responses that cost nothing, though every recorded operation has a price. */
  givenAway = 0;

  note(accountId, { status, headers }) {
    const requestId = headers['x-request-id'];
    const costUsd = headers['x-cost-usd'];
    // A response of the proxy, without Loupe's headers.
    if (requestId === undefined) this.unanswered++;
    else if (costUsd !== undefined && costUsd !== '0') {
      this.paid.set(requestId, { accountId, costUsd, balanceUsd: headers['x-balance-usd'], status });
    } else {
      this.free.add(requestId);
      if (status === 200) this.givenAway++;
    }
  }

  /**
   * All attempts of a caller with one idempotency key. Each may have been charged without its caller being told;
   * exactly one of them was.
   */
  noteOnce(accountId, answer) {
    const counts = this.once.get(accountId) ?? { paid: 0, unanswered: 0 };
    this.once.set(accountId, counts);
    if (!answer || answer.status >= 500) counts.unanswered++;
    else if (answer.headers['x-cost-usd'] !== '0' || answer.headers['idempotency-replayed'] || answer.status === 409)
      counts.paid++;
  }
}

export async function race(servers, apiKey, requests) {
  await untilKnown(servers, apiKey);
  const asked = Array.from({ length: requests }, (_, index) => isPaid(servers[index % servers.length], apiKey));
  return (await Promise.all(asked)).filter(Boolean).length;
}

export async function untilKnown(servers, apiKey) {
  for (const server of servers) {
    while ((await ask(server, '/resolve/media?pk=1', apiKey)).status !== 200) await sleep(50);
  }
}

/** Repeats where a busy machine made the service or the upstream time out: such responses are free. */
async function isPaid(server, apiKey) {
  for (;;) {
    const { status, headers } = await ask(server, '/users/1000/followers', apiKey);
    if (status < 500) return headers['x-cost-usd'] !== '0';
    await sleep(100);
  }
}
