import { setTimeout as sleep } from 'node:timers/promises';

const microsOf = (usd = '0') => {
  const [whole, fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

/** Asks at a steady rate, with each key in turn, and adds up what it is told. */
export class Load {
  answers = [];
  #open = new Set();
  #timer;

  constructor(installation, customer, perSecond) {
    const startedMs = performance.now();
    let sent = 0;
    // By the clock, not by the timer: what a busy machine was late with is asked at once.
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedMs) / 1_000) * perSecond;
      for (; sent < due; sent++) {
        const key = customer.keys[sent % customer.keys.length];
        const asked = installation
          .ask(`/users/${1000 + (sent % 16)}`, { key })
          .then((answer) => this.answers.push(answer));
        this.#open.add(asked);
        void asked.finally(() => this.#open.delete(asked));
      }
    }, 10);
  }

  get toldMicros() {
    return this.answers.reduce((sum, { headers }) => sum + microsOf(headers['x-cost-usd']), 0n);
  }

  /** Missing users are charged like others. */
  get failed() {
    return this.answers.filter(({ status }) => status !== 200 && status !== 403 && status !== 404);
  }

  /**
   * Without those that Loupe refused, at no charge, because a commit took over a second: it does on a machine that is busy with other
   * things.
   */
  get unexpected() {
    return this.failed.filter(({ status, body }) => status !== 503 || !/is out of reach|does not confirm/.test(body));
  }

  /** Resolves when there are so many more answers. */
  async untilMore(count) {
    const wanted = this.answers.length + count;
    while (this.answers.length < wanted) await sleep(20);
  }

  /** Resolves when this many answers in a row were good. */
  async untilGood(count = 40) {
    const from = this.answers.length;
    const isGood = ({ status }) => status < 500 && status > 0;
    while (this.answers.length < from + count || !this.answers.slice(-count).every(isGood)) await sleep(20);
  }

  async stop() {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
    return this;
  }

  inWords() {
    const counts = {};
    for (const { status } of this.answers) counts[status] = (counts[status] ?? 0) + 1;
    return Object.entries(counts)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
  }
}
