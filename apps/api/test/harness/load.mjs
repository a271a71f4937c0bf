// Callers that send requests at a steady rate, even if no responses arrive, and record what they were told.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendOnce } from './http.mjs';
import { until } from './part.mjs';

/** Some of the requested resources are private or missing, which is billable like a 200. */
export const paid = [200, 403, 404];

/** Operations of every endpoint group except utilities. Some of the resources are private or missing. */
export const paths = [
  ...Array.from({ length: 16 }, (_, index) => `/users/${1000 + index}`),
  ...Array.from({ length: 16 }, (_, index) => `/users/${1000 + index}/followers`),
  '/users/username/marta.trails',
  '/users/1001/reels',
  '/users/1014/highlights',
  '/users/1014/stories',
  '/users/1012/posts',
  '/users/1001/tagged',
  '/posts/2408005162702762507',
  '/posts/2639297316059813967/comments?user_id=1012',
  '/hashtags/trail',
  '/locations/371653515/recent',
  '/search/places?query=berlin',
  '/audio/trending',
];
export const anyPath = (turn) => paths[turn % paths.length];

/** The attempts of one request outlast two of the longest faults in a row. */
const maxAttempts = 150;
const retryAfterMs = 1_000;

/** What callers were told. */
export class History {
  /** Request id → { accountId, costUsd, balanceUsd, status } of responses that reported a charge. */
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
  recordRetried(accountId, { status, headers }) {
    const counts = this.retried.get(accountId) ?? { paid: 0, unanswered: 0 };
    this.retried.set(accountId, counts);
    if (status === 0 || status >= 500) counts.unanswered++;
    else if (headers['x-cost-usd'] !== '0' || headers['idempotency-replayed'] || status === 409) counts.paid++;
  }
}

/** Calls `send` with 0, 1, 2 … at a steady rate, and collects what it resolves to. */
export class Pace {
  answers = [];
  #open = new Set();
  #timer;

  start(perSecond) {
    const startedMs = performance.now();
    let sent = 0;
    // Follows the clock, not the timer: a late tick sends all overdue requests at once.
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedMs) / 1_000) * perSecond;
      for (; sent < due; sent++) this.#track(this.send(sent));
    }, 5);
  }

  async stop() {
    clearInterval(this.#timer);
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }

  note(answer) {
    this.answers.push(answer);
  }

  #track(sending) {
    this.#open.add(sending);
    void sending.then((answer) => answer && this.note(answer)).finally(() => this.#open.delete(sending));
  }
}

/** Notes `{accountId, server, path, startedMs, tookMs, status, reason}` of unretried requests; status 0: no response. */
export class Load extends Pace {
  history = new History();
  #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  #waiting = [];

  /**
   * @param customers `{accountId, apiKey, retries}[]`, round-robin over the servers. If `retries` is set, a customer sends
   * an idempotency key and retries failed requests. @param pathOf the path of the nth request.
   */
  constructor(customers, servers, pathOf = (turn) => `/users/${1000 + (turn % 20)}/followers`) {
    super();
    Object.assign(this, { customers, servers, pathOf });
  }

  /** Closes the connections; the next request opens others. */
  close() {
    this.#agent.destroy();
  }

  since(startedMs) {
    return this.answers.filter((answer) => answer.startedMs >= startedMs);
  }

  /**
   * Waits until a request that starts from now on gets a paid response from this server and for this path, if given.
   * @returns the waiting time in milliseconds; infinity after a minute.
   */
  untilPaid(server, path) {
    const sinceMs = performance.now();
    const waiting = new Promise((resolve) => this.#waiting.push({ server, path, sinceMs, resolve }));
    return Promise.race([waiting, sleep(60_000, Number.POSITIVE_INFINITY, { ref: false })]);
  }

  note(answer) {
    super.note(answer);
    if (!paid.includes(answer.status)) return;
    this.#waiting = this.#waiting.filter(({ server, path, sinceMs, resolve }) => {
      const isSameTarget = (server ?? answer.server) === answer.server && (path ?? answer.path) === answer.path;
      const matches = isSameTarget && answer.startedMs >= sinceMs;
      if (matches) resolve(performance.now() - sinceMs);
      return !matches;
    });
  }

  async send(turn) {
    const customer = this.customers[turn % this.customers.length];
    const { accountId } = customer;
    const [first, path] = [Math.floor(turn / this.customers.length + turn), this.pathOf(turn)];
    if (customer.retries) return this.#sendOnce(customer, turn, path);
    const [server, startedMs] = [this.servers[first % this.servers.length], performance.now()];
    const answer = await this.#call(server, path, customer);
    const tookMs = performance.now() - startedMs;
    if (answer.status === 0) this.history.unanswered++;
    else this.history.record(accountId, answer);
    return { accountId, server, path, startedMs, tookMs, status: answer.status, reason: reasonOf(answer) };
  }

  /** Retries a request with its idempotency key at the next server until a status is below 500 or attempts run out. */
  async #sendOnce(customer, turn, path) {
    const more = { 'idempotency-key': randomUUID() };
    let answer;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      answer = await this.#call(this.servers[(turn + attempt) % this.servers.length], path, customer, more);
      if (answer.status > 0 && answer.status < 500) break;
      await sleep(retryAfterMs);
    }
    this.history.recordRetried(customer.accountId, answer);
  }

  #call({ port }, path, { apiKey }, more) {
    return sendOnce(`http://127.0.0.1:${port}`, { path, headers: { 'x-api-key': apiKey, ...more } }, this.#agent);
  }
}

/** The detail or the text of a 5xx or of a failed request. */
const reasonOf = ({ status, text }) =>
  status > 0 && status < 500 ? '' : (/"detail":"([^"]*)/.exec(text)?.[1] ?? text);

export async function untilKnown(servers, apiKey) {
  const request = { path: '/resolve/media?pk=1', headers: { 'x-api-key': apiKey } };
  for (const { name, port } of servers)
    await until(
      `${name} to know a key`,
      async () => (await sendOnce(`http://127.0.0.1:${port}`, request)).status === 200,
    );
}

export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function countBy(items, keyOf = ({ status }) => status) {
  const counts = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
