// Callers who ask at a steady rate, whether or not they are answered, and note what they were told and how long it took.
import { Agent } from 'node:http';
import { ask } from './callers.mjs';

export class Load {
  /** `{accountId, server, startedMs, tookMs, status}` of every request that has ended; status 0: no answer. */
  answers = [];
  #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  #open = new Set();
  #timer;
  #waiting = [];

  /** @param customers `{accountId, apiKey}[]`, each asking every server in turn; @param pathOf what the nth request asks for. */
  constructor(customers, servers, history, pathOf = (turn) => `/users/${1000 + (turn % 20)}/followers`) {
    Object.assign(this, { customers, servers, history, pathOf });
  }

  start(perSecond) {
    const startedMs = performance.now();
    let sent = 0;
    // By the clock, not by the timer: what a busy machine was late with is asked at once.
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedMs) / 1_000) * perSecond;
      for (; sent < due; sent++) this.#send(sent);
    }, 5);
  }

  /** Resolves when everybody has been answered. */
  async stop() {
    clearInterval(this.#timer);
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }

  close() {
    clearInterval(this.#timer);
    this.#agent.destroy();
  }

  /** What began at or after this moment. */
  since(startedMs) {
    return this.answers.filter((answer) => answer.startedMs >= startedMs);
  }

  /** Resolves when this server has given a paid answer to a request that began from now on; with the milliseconds until then. */
  untilPaid(server) {
    const sinceMs = performance.now();
    return new Promise((resolve) => this.#waiting.push({ server, sinceMs, resolve }));
  }

  #note(answer) {
    this.answers.push(answer);
    if (answer.status !== 200) return;
    this.#waiting = this.#waiting.filter(({ server, sinceMs, resolve }) => {
      const isIt = answer.server === server && answer.startedMs >= sinceMs;
      if (isIt) resolve(performance.now() - sinceMs);
      return !isIt;
    });
  }

  #send(turn) {
    const customer = this.customers[turn % this.customers.length];
    const server = this.servers[Math.floor(turn / this.customers.length + turn) % this.servers.length];
    const startedMs = performance.now();
    const note = (status) =>
      this.#note({ ...customer, server, startedMs, tookMs: performance.now() - startedMs, status });
    const asked = ask(server, this.pathOf(turn), customer.apiKey, this.#agent).then(
      (answer) => {
        this.history.note(customer.accountId, answer);
        note(answer.status);
      },
      () => {
        this.history.unanswered++;
        note(0);
      },
    );
    this.#open.add(asked);
    void asked.finally(() => this.#open.delete(asked));
  }
}

/** The value below which this share of them lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
