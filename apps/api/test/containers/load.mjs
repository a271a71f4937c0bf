import { pace } from '../chaos/pace.mjs';
import { until } from '../stack/part.mjs';

const deadlineMs = 300_000;

const microsOf = (usd = '0') => {
  const [whole, fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

export class Load {
  answers = [];
  #open = new Set();
  #timer;

  constructor(installation, customer, perSecond) {
    this.#timer = pace(perSecond, (turn) => {
      const key = customer.keys[turn % customer.keys.length];
      const sending = installation
        .call(`/users/${1000 + (turn % 16)}`, { key })
        .then((answer) => this.answers.push(answer));
      this.#open.add(sending);
      void sending.finally(() => this.#open.delete(sending));
    });
  }

  get reportedMicros() {
    return this.answers.reduce((sum, { headers }) => sum + microsOf(headers['x-cost-usd']), 0n);
  }

  /** A 403 or 404 of a user is billable, so it is no failure. */
  get failed() {
    return this.answers.filter(({ status }) => status !== 200 && status !== 403 && status !== 404);
  }

  /** Leaves out requests that Loupe refused for free because a commit took over a second, as on a busy machine. */
  get unexpected() {
    return this.failed.filter(
      ({ status, body }) => status !== 503 || !/(ledger|database) is unavailable|did not confirm/.test(body),
    );
  }

  async untilMore(count) {
    const wanted = this.answers.length + count;
    await until(`${count} more responses`, () => this.answers.length >= wanted, deadlineMs);
  }

  async untilGood(count = 40) {
    const from = this.answers.length;
    const isGood = ({ status }) => status < 500 && status > 0;
    const areGood = () => this.answers.length >= from + count && this.answers.slice(-count).every(isGood);
    await until(`${count} good responses in a row`, areGood, deadlineMs);
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
