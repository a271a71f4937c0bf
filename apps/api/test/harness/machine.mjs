// How late the machine itself is, so that a scenario does not blame the product for it.
import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 20;
/** What a machine with some load may take longer at any time. */
const usualMs = 50;

/** Notes when a timer of this process or, with a database, a commit that waits for no lock is late. */
export class Machine {
  #late = [];
  #isOver = false;
  #watching;

  /** @param database that must not fail meanwhile, if any */
  static async watch(database) {
    const machine = new Machine();
    const client = await database?.connect();
    const commit = () => client.query(`SELECT pg_logical_emit_message(true, 'machine', '')`);
    const watching = [machine.#repeat(() => sleep(pauseMs)), ...(client ? [machine.#repeat(commit)] : [])];
    machine.#watching = Promise.all(watching)
      .then(() => client?.end())
      // After a failure of the scenario, its database is killed.
      .catch(() => undefined);
    return machine;
  }

  /** The longest delay in milliseconds of which a part was within this time; 0 if all were usual. */
  worst(fromMs, toMs = performance.now()) {
    const within = this.#late.filter(({ sinceMs, ms }) => sinceMs <= toMs && sinceMs + ms >= fromMs);
    return Math.max(0, ...within.map(({ ms }) => ms));
  }

  stop() {
    this.#isOver = true;
    return this.#watching;
  }

  async #repeat(act) {
    while (!this.#isOver) {
      const sinceMs = performance.now();
      await act();
      const ms = performance.now() - sinceMs;
      if (ms > usualMs) this.#late.push({ sinceMs, ms });
      if (ms < pauseMs) await sleep(pauseMs);
    }
  }
}
