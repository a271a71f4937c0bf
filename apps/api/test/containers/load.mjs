import { countBy, Pace, paid } from '../harness/load.mjs';
import { until } from '../harness/part.mjs';

const deadlineMs = 300_000;

const microsOf = (usd = '0') => {
  const [whole, fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

export class Load extends Pace {
  constructor(installation, customer, perSecond) {
    super();
    Object.assign(this, { installation, customer });
    this.start(perSecond);
  }

  send(turn) {
    const { keys } = this.customer;
    return this.installation.call(`/users/${1000 + (turn % 16)}`, { key: keys[turn % keys.length] });
  }

  get reportedMicros() {
    return this.answers.reduce((sum, { headers }) => sum + microsOf(headers['x-cost-usd']), 0n);
  }

  /** A 403 or 404 of a user is billable, so it is no failure. */
  get failed() {
    return this.answers.filter(({ status }) => !paid.includes(status));
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

  inWords() {
    return Object.entries(countBy(this.answers))
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
  }
}
