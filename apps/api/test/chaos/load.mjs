// Callers that send requests at a steady rate, even if no responses arrive, and record each response and its duration.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './callers.mjs';
import { pace } from './pace.mjs';

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

export class Load {
  /** `{accountId, server, path, startedMs, tookMs, status, reason}` of unretried requests; status 0: no response. */
  answers = [];
  #agent;
  #open = new Set();
  #timer;
  #waiting = [];

  /**
   * @param customers `{accountId, apiKey, retries}[]`, round-robin over the servers. If `retries` is set, a customer sends
   * an idempotency key and retries failed requests. @param pathOf the path of the nth request.
   */
  constructor(customers, servers, history, pathOf = (turn) => `/users/${1000 + (turn % 20)}/followers`) {
    Object.assign(this, { customers, servers, history, pathOf });
  }

  start(perSecond) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
    this.#timer = pace(perSecond, (turn) => this.#send(turn));
  }

  async stop() {
    clearInterval(this.#timer);
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }

  close() {
    clearInterval(this.#timer);
    this.#agent?.destroy();
  }

  since(startedMs) {
    return this.answers.filter((answer) => answer.startedMs >= startedMs);
  }

  /**
   * Waits until a request that starts from now on gets a paid response from this server and for this path, if given.
   * @returns the waiting time in milliseconds.
   */
  untilPaid(server, path) {
    const sinceMs = performance.now();
    return new Promise((resolve) => this.#waiting.push({ server, path, sinceMs, resolve }));
  }

  #note(answer) {
    this.answers.push(answer);
    if (!paid.includes(answer.status)) return;
    this.#waiting = this.#waiting.filter(({ server, path, sinceMs, resolve }) => {
      const isSameTarget = (server ?? answer.server) === answer.server && (path ?? answer.path) === answer.path;
      const matches = isSameTarget && answer.startedMs >= sinceMs;
      if (matches) resolve(performance.now() - sinceMs);
      return !matches;
    });
  }

  #send(turn) {
    const customer = this.customers[turn % this.customers.length];
    const server = this.servers[Math.floor(turn / this.customers.length + turn) % this.servers.length];
    const [path, startedMs] = [this.pathOf(turn), performance.now()];
    const note = (status, reason) => {
      const tookMs = performance.now() - startedMs;
      this.#note({ accountId: customer.accountId, server, path, startedMs, tookMs, status, reason });
    };
    if (customer.retries) return this.#track(this.#sendOnce(customer, turn, path));
    const sending = call(server, path, customer.apiKey, this.#agent).then(
      (answer) => {
        this.history.record(customer.accountId, answer);
        note(answer.status, answer.reason);
      },
      (error) => {
        this.history.unanswered++;
        note(0, `${error}`);
      },
    );
    this.#track(sending);
  }

  /** Retries a request with its idempotency key at the next server until a status is below 500 or attempts run out. */
  async #sendOnce({ accountId, apiKey }, turn, path) {
    const idempotencyKey = randomUUID();
    let answer;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const server = this.servers[(turn + attempt) % this.servers.length];
      answer = await call(server, path, apiKey, this.#agent, idempotencyKey).catch(() => undefined);
      if (answer && answer.status < 500) break;
      await sleep(retryAfterMs);
    }
    this.history.recordRetried(accountId, answer);
  }

  #track(sending) {
    this.#open.add(sending);
    void sending.finally(() => this.#open.delete(sending));
  }
}

export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function countBy(items, keyOf) {
  const counts = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
