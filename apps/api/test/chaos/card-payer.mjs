// An account that pays by card, and the messages that Stripe sends about it.
import { until } from '../harness/part.mjs';
import { api } from '../harness/product.mjs';
import { patiently } from '../harness/verdict.mjs';

const { PaymentsRepository } = api('core/billing/payments/payments.repository');
const { StripeApi } = api('core/billing/payments/stripe-api');

const paymentMicros = 5_000_000n;
/** What remains refunded of each payment. */
const refundedMicros = 1_000_000n;

export class CardPayer {
  #payments = new PaymentsRepository();

  /** @param balanceMicros what the account has before its first payment */
  constructor(world, stripe, accountId, balanceMicros) {
    Object.assign(this, { world, stripe, accountId, balanceMicros });
    this.checkouts = new StripeApi(stripe.variables);
  }

  /** A payment, of which some is refunded, and whose first refund fails. @returns the messages */
  async pay() {
    const { accountId, stripe } = this;
    const { dataSource } = this.world;
    const [{ id }] = await patiently(() =>
      dataSource.query('INSERT INTO payments (account_id, amount_micros) VALUES ($1, $2) RETURNING id', [
        accountId,
        `${paymentMicros}`,
      ]),
    );
    const checkout = { paymentId: id, accountId, amountMicros: paymentMicros, createdAt: new Date() };
    const session = await this.checkouts.createCheckout({ ...checkout, returnUrl: 'http://localhost/' });
    await this.#payments.saveCheckout(dataSource, id, session.id, session.url);
    const paid = stripe.pay(id);
    const refund = stripe.refund(id, 200);
    this.balanceMicros += paymentMicros - refundedMicros;
    return [paid, refund, stripe.failRefund(refund), stripe.refund(id, 100)];
  }

  /** Sends a message to a process, which may die meanwhile. @returns whether it was accepted */
  async send({ port }, event) {
    const answer = await this.stripe.deliver(`http://127.0.0.1:${port}`, event).catch(() => undefined);
    return answer?.ok === true;
  }

  /** Like Stripe, sends each message again until it is accepted. */
  async sendAll(events) {
    const [server] = this.world.servers;
    await Promise.all(events.map((event) => until(`${event.type} is accepted`, () => this.send(server, event))));
  }

  /** @returns the failures, in words */
  async check() {
    const [held] = await patiently(() =>
      this.world.dataSource.query('SELECT balance_micros, debt_micros FROM ledger.accounts WHERE account_id = $1', [
        this.accountId,
      ]),
    );
    const [actual, expected] = [`${held.balance_micros} and ${held.debt_micros}`, `${this.balanceMicros} and 0`];
    return actual === expected ? [] : [`balance and debt of the payer: ${actual} instead of ${expected}`];
  }
}
