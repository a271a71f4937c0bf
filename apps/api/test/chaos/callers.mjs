import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Sends one request with a key and optionally an idempotency key. Rejects if no response arrives.
 * @returns `{status, headers, reason}` at the end of the response; `reason` is the detail or the body of a 5xx.
 */
export function call({ port }, path, apiKey, agent, idempotencyKey) {
  const idempotency = idempotencyKey && { 'idempotency-key': idempotencyKey };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { 'x-api-key': apiKey, ...idempotency } }, (response) => {
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
  /** By account: how many requests with an idempotency key were charged, and how many got no final response. */
  retried = new Map();
  /** Successful responses without a cost, although every recorded operation has a price. */
  uncharged = 0;

  record(accountId, { status, headers }) {
    const requestId = headers['x-request-id'];
    const costUsd = headers['x-cost-usd'];
    // A response of the proxy has no Loupe headers.
    if (requestId === undefined) this.unanswered++;
    else if (costUsd !== undefined && costUsd !== '0') {
      this.paid.set(requestId, { accountId, costUsd, balanceUsd: headers['x-balance-usd'], status });
    } else {
      this.free.add(requestId);
      if (status === 200) this.uncharged++;
    }
  }

  /**
   * Records the last response to a request that was retried with one idempotency key. Without a final response, one
   * attempt may have been charged.
   */
  recordRetried(accountId, answer) {
    const counts = this.retried.get(accountId) ?? { paid: 0, unanswered: 0 };
    this.retried.set(accountId, counts);
    if (!answer || answer.status >= 500) counts.unanswered++;
    else if (answer.headers['x-cost-usd'] !== '0' || answer.headers['idempotency-replayed'] || answer.status === 409)
      counts.paid++;
  }
}

export async function race(servers, apiKey, requests) {
  await untilKnown(servers, apiKey);
  const attempts = Array.from({ length: requests }, (_, index) => isPaid(servers[index % servers.length], apiKey));
  return (await Promise.all(attempts)).filter(Boolean).length;
}

export async function untilKnown(servers, apiKey) {
  for (const server of servers) {
    while ((await call(server, '/resolve/media?pk=1', apiKey)).status !== 200) await sleep(50);
  }
}

/** Retries a 5xx, which is free: a busy machine can make the service or the upstream time out. */
async function isPaid(server, apiKey) {
  for (;;) {
    const { status, headers } = await call(server, '/users/1000/followers', apiKey);
    if (status < 500) return headers['x-cost-usd'] !== '0';
    await sleep(100);
  }
}
