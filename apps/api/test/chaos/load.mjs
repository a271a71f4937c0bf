// Callers with a steady request rate, answered or not, that record each response and its duration.
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './callers.mjs';
import { pace } from './pace.mjs';

export const paid = [200, 403, 404];

/** Operations of every endpoint group, private and missing resources among them. */
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

/** Together they outlast two of the longest faults in a row. */
const maxAttempts = 150;
const repeatAfterMs = 1_000;

export class Load {
  /** `{accountId, server, path, startedMs, tookMs, status, reason}` of every ended request; status 0: no response. */
  answers = [];
  #agent;
  #open = new Set();
  #timer;
  #waiting = [];

  /**
   * @param customers `{accountId, apiKey, isCareful}[]`, round-robin over the servers; careful ones send an idempotency key and
   * repeat unanswered requests; @param pathOf the path of the nth request.
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
   * Resolves when this server has given a paid response to a request that began after the call, for this path if one is given.
   * @returns the milliseconds it took.
   */
  untilPaid(server, path) {
    const sinceMs = performance.now();
    return new Promise((resolve) => this.#waiting.push({ server, path, sinceMs, resolve }));
  }

  #note(answer) {
    this.answers.push(answer);
    if (!paid.includes(answer.status)) return;
    this.#waiting = this.#waiting.filter(({ server, path, sinceMs, resolve }) => {
      const isIts = (server ?? answer.server) === answer.server && (path ?? answer.path) === answer.path;
      const isIt = isIts && answer.startedMs >= sinceMs;
      if (isIt) resolve(performance.now() - sinceMs);
      return !isIt;
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
    if (customer.isCareful) return this.#track(this.#sendOnce(customer, turn, path));
    const asked = ask(server, path, customer.apiKey, this.#agent).then(
      (answer) => {
        this.history.note(customer.accountId, answer);
        note(answer.status, answer.reason);
      },
      (error) => {
        this.history.unanswered++;
        note(0, `${error}`);
      },
    );
    this.#track(asked);
  }

  /** Repeats a request with its idempotency key, at another server each time, until it is answered or time is up. */
  async #sendOnce({ accountId, apiKey }, turn, path) {
    const idempotencyKey = randomUUID();
    let answer;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const server = this.servers[(turn + attempt) % this.servers.length];
      answer = await ask(server, path, apiKey, this.#agent, idempotencyKey).catch(() => undefined);
      if (answer && answer.status < 500) break;
      await sleep(repeatAfterMs);
    }
    this.history.noteOnce(accountId, answer);
  }

  #track(asked) {
    this.#open.add(asked);
    void asked.finally(() => this.#open.delete(asked));
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
