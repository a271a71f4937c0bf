// Callers that never stop asking, and write down what they were told.
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.mjs';

/** What the callers saw, in the end to be compared with the ledger. */
export class History {
  /** Request id → { accountId, costUsd, balanceUsd } of answers that said they were charged. */
  paid = new Map();
  /** Ids of answers that said that nothing was charged. */
  free = new Set();
  /** Requests without any answer: whether they were charged is for the ledger to say. */
  unanswered = 0;

  note(accountId, { status, headers }) {
    const requestId = headers['x-request-id'];
    const costUsd = headers['x-cost-usd'];
    if (costUsd !== undefined && costUsd !== '0') {
      this.paid.set(requestId, { accountId, costUsd, balanceUsd: headers['x-balance-usd'], status });
    } else this.free.add(requestId);
  }
}

export class Callers {
  #stopped = false;
  #running;
  #agent = new Agent({ keepAlive: true });

  /** @param customers `{accountId, apiKey}[]`, served by `servers` in turn. */
  constructor(count, customers, servers, history) {
    this.history = history;
    this.#running = Array.from({ length: count }, (_, index) =>
      this.#ask(customers[index % customers.length], index, servers),
    );
  }

  /** Resolves when every caller has its last answer. */
  async stop() {
    this.#stopped = true;
    await Promise.all(this.#running);
    this.#agent.destroy();
  }

  async #ask({ accountId, apiKey }, index, servers) {
    for (let turn = index; !this.#stopped; turn++) {
      const server = servers[turn % servers.length];
      // Twenty users, of whom some are private or missing: charged answers of every kind.
      const path = `/users/${1000 + (turn % 20)}/${turn % 3 ? 'followers' : 'highlights'}`;
      try {
        this.history.note(accountId, await ask(server, path, apiKey, this.#agent));
      } catch (error) {
        if (error.code !== 'ECONNREFUSED') this.history.unanswered++;
        await sleep(20);
      }
    }
  }
}
