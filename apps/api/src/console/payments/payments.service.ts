import { Injectable } from '@nestjs/common';
import { type PaymentRequest, Payments, paymentBounds } from '../../core/billing/payments/payments';
import { isRequestId } from '../../core/usage/usage-record';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { Problem, parameterProblem } from '../../platform/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import { microsOf } from '../fields/fields';
import { type PageQuery, readPage } from '../fields/page';
import { type NewPaymentView, type PaymentPage, type PaymentView, paymentView } from './payments.dto';

@Injectable()
export class PaymentsService {
  constructor(
    private readonly payments: Payments,
    private readonly changes: IdempotentChanges,
  ) {}

  /** @throws {Problem} `not_found` without card payments; `unprocessable_entity`; as `Payments.begin` and `openCheckout` */
  async create(change: RequestedChange, accountId: number, user: SignedIn, amountUsd: string): Promise<NewPaymentView> {
    if (!this.payments.isConfigured) throw new Problem('not_found', 'This installation takes no card payments.');
    const amountMicros = microsOf(amountUsd);
    const { minMicros, maxMicros } = paymentBounds;
    if (amountMicros < minMicros || amountMicros > maxMicros || amountMicros % 10_000n > 0n)
      throw parameterProblem('body', 'amount_usd', 'must be from 5.00 to 2000.00, in whole cents');
    const request: PaymentRequest = { accountId, amountMicros, actor: actorOf(user) };
    return this.changes
      .once(
        change,
        async (db) => {
          const { id, owedMicros } = await this.payments.begin(db, request);
          return { id, owed: `${owedMicros}` };
        },
        async ({ id, owed }): Promise<NewPaymentView> => {
          const payment = { id, owedMicros: BigInt(owed) };
          return { id, checkout_url: await this.payments.openCheckout(payment, `${user.publicUrl}/dashboard`) };
        },
      )
      .catch(async (error) => {
        if (error instanceof Problem) await this.payments.auditRefusal(request, error);
        throw error;
      });
  }

  list(accountId: number, query: PageQuery, show = paymentView): Promise<PaymentPage> {
    return readPage(query, {
      read: (beforeId, limit) => this.payments.list(accountId, beforeId, limit),
      keyOf: ({ id }) => id,
      show,
      isKey: isRequestId,
    });
  }

  async read(accountId: number, id: string): Promise<PaymentView> {
    return paymentView(await this.payments.read(accountId, id));
  }
}
