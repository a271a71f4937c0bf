import { formatUsd } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import { LOGGER } from '../../../platform/observability/logger';
import { noSuch, Problem } from '../../../platform/problem';
import { isRequestId } from '../../usage/usage-record';
import { AccountStatusRepository } from '../account-status.repository';
import { Debts } from '../debts';
import { LedgerRepository } from '../ledger.repository';
import { Reversals } from '../reversals';
import { TopUps } from '../top-ups';
import { type Finding, findingOfSession, type PaymentFact } from './payment-fact';
import { type DailyLimit, type LockedPayment, type Payment, PaymentsRepository } from './payments.repository';
import { StripeApi } from './stripe-api';

/** What one payment may be, in micro-USD. */
export const paymentBounds = { minMicros: 5_000_000n, maxMicros: 2_000_000_000n };
const perDay: DailyLimit = { payments: 5, micros: 5_000_000_000n };

const stripe: Actor = { userId: null, label: 'stripe', address: null };

export interface PaymentRequest {
  readonly accountId: number;
  readonly amountMicros: bigint;
  readonly actor: Actor;
}

/** A payment whose page at Stripe is still to be made. */
interface NewPayment {
  readonly id: string;
  /** What of it will pay the debt. */
  readonly owedMicros: bigint;
}

/** `ignored`: it is about something else that is sold with the same Stripe account. */
type Applied = 'applied' | 'repeated' | 'ignored';

/** Card payments. Stripe takes the money, {@link TopUps} credits it, and {@link Reversals} takes it back. */
@Injectable()
export class Payments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: PaymentsRepository,
    private readonly api: StripeApi,
    private readonly ledger: LedgerRepository,
    private readonly statuses: AccountStatusRepository,
    private readonly topUps: TopUps,
    private readonly reversals: Reversals,
    private readonly debts: Debts,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  get isConfigured(): boolean {
    return this.api.isConfigured;
  }

  /**
   * Begins a payment in the caller's transaction. {@link openCheckout} follows after the commit.
   * @throws {Problem} `account_suspended`; `conflict` above five payments or $5,000 a UTC day
   */
  async begin(db: EntityManager, { accountId, amountMicros, actor }: PaymentRequest): Promise<NewPayment> {
    const profile = await this.statuses.lock(db, accountId);
    if (profile?.status !== 'active')
      throw new Problem('account_suspended', 'The account is suspended, so it cannot pay by card. Contact support.');
    const payment = await this.repository.insert(db, accountId, amountMicros, perDay);
    if (!payment) {
      const limit = `${perDay.payments} payments and $${formatUsd(perDay.micros).replace(/\.0+$/, '')}`;
      throw new Problem(
        'conflict',
        `An account can pay at most ${limit} by card on a day (UTC). Ask support for more.`,
      );
    }
    await this.audit(db, payment, actor, 'payment.create', { amount_usd: formatUsd(amountMicros) });
    const { debtMicros } = await this.ledger.lock(db, accountId);
    return { id: payment.id, owedMicros: debtMicros < amountMicros ? debtMicros : amountMicros };
  }

  /** Records that a payment was refused. */
  async auditRefusal({ accountId, amountMicros, actor }: PaymentRequest, { detail: reason }: Problem): Promise<void> {
    const target = { accountId, targetType: 'account', targetId: `${accountId}` };
    const detail = { amount_usd: formatUsd(amountMicros), reason };
    await recordAudit(this.dataSource, { actor, action: 'payment.refuse', ...target, detail });
  }

  /**
   * Opens the page at Stripe where the person pays. A repeat opens the same page.
   * @param dashboardUrl where the person returns to: the payment's page below it
   * @throws {Problem} `service_unavailable` when Stripe does not answer; nothing was paid
   */
  async openCheckout({ id, owedMicros }: NewPayment, dashboardUrl: string): Promise<string> {
    const { accountId, amountMicros, createdAt } = (await this.repository.find(this.dataSource, id))!;
    const returnUrl = `${dashboardUrl}/payments/${id}`;
    const remark =
      owedMicros > 0n
        ? `$${formatUsd(owedMicros)} of this payment pays what the account owes. $${formatUsd(amountMicros - owedMicros)} is added to its balance.`
        : undefined;
    const checkout = { paymentId: id, accountId, amountMicros, createdAt, remark, returnUrl };
    const session = await this.api.createCheckout(checkout).catch((error: unknown) => {
      this.log.error({ err: error, payment: id }, 'Stripe made no page for a payment');
      throw new Problem('service_unavailable', 'The payment page cannot be opened now. Nothing was paid: try again.');
    });
    await this.repository.saveCheckout(this.dataSource, id, session.id, session.url);
    return session.url!;
  }

  list(accountId: number, beforeId: string | undefined, limit: number): Promise<Payment[]> {
    return this.repository.list(this.dataSource, accountId, beforeId, limit);
  }

  /** Reads a payment. Asks Stripe about one that is not complete, because its message may be late. @throws {Problem} `not_found` */
  async read(accountId: number, id: string): Promise<Payment> {
    const payment = await this.repository.find(this.dataSource, id, accountId);
    if (!payment) throw noSuch('payment');
    const isComplete = payment.state !== 'open' && payment.state !== 'pending';
    if (isComplete || payment.sessionId === null || !this.isConfigured) return payment;
    const finding = await this.api.readCheckout(payment.sessionId).then(findingOfSession, () => undefined);
    if (!finding) return payment;
    try {
      await this.apply(finding);
    } catch (error) {
      // The message that says the same is refused, too, and then audited and counted.
      if (!(error instanceof Problem)) throw error;
    }
    return (await this.repository.find(this.dataSource, id, accountId))!;
  }

  /**
   * Adds a fact to its payment and brings the ledger up to date, in one transaction.
   * @throws {Problem} `unprocessable_entity` when the fact contradicts the payment
   */
  async apply(finding: Finding): Promise<Applied> {
    const id = await this.paymentIdOf(finding);
    if (id === undefined) return 'ignored';
    const { applied, accountId } = await this.dataSource.transaction(async (db) => {
      const payment = await this.repository.lock(db, id);
      if (!payment) return { applied: 'ignored' as const };
      const { accountId } = payment;
      requireMatch(payment, finding);
      const fact = withinPayment(payment, finding);
      if (finding.intentId !== undefined) await this.repository.saveIntent(db, id, finding.intentId);
      if (!(await this.repository.addFact(db, id, fact))) return { applied: 'repeated' as const, accountId };
      const { kind, amountMicros, reference } = fact;
      const detail = { event: kind, amount_usd: formatUsd(amountMicros), reference };
      await this.audit(db, payment, stripe, 'payment.event', detail);
      await this.settle(db, payment, fact);
      return { applied: 'applied' as const, accountId };
    });
    if (applied === 'applied' && finding.fact.kind === 'paid')
      await this.findReceipt(id, finding.intentId).catch(() => undefined);
    // Also for a repeat: the process may have been killed after the commit.
    if (finding.fact.reference !== undefined && accountId !== undefined) await this.closePages(accountId);
    return applied;
  }

  /** Finds receipts that Stripe could not show when the payment was credited. */
  async findReceipts(): Promise<void> {
    for (const { id, intentId } of await this.repository.withoutReceipt(this.dataSource, 20))
      await this.findReceipt(id, intentId ?? undefined).catch((error: unknown) =>
        this.log.warn({ err: error, payment: id }, 'Stripe does not show the receipt of a payment'),
      );
  }

  private async findReceipt(id: string, intentId: string | undefined): Promise<void> {
    if (intentId === undefined) return;
    const { receiptUrl } = await this.api.readIntent(intentId);
    if (receiptUrl) await this.repository.saveReceipt(this.dataSource, id, receiptUrl);
  }

  /** While an account is stopped for its debt, nobody can pay on a page that was opened before, which does not mention the debt. */
  private async closePages(accountId: number): Promise<void> {
    for (const session of await this.repository.openPages(this.dataSource, accountId))
      await this.api.expireCheckout(session);
  }

  /** A refund may arrive before the message that tells which PaymentIntent belongs to a payment. */
  private async paymentIdOf({ session, intentId }: Finding): Promise<string | undefined> {
    const given =
      session === undefined
        ? intentId && ((await this.repository.idOfIntent(this.dataSource, intentId)) ?? (await this.askFor(intentId)))
        : session.paymentId;
    return given && isRequestId(given) ? given : undefined;
  }

  private async askFor(intentId: string): Promise<string | undefined> {
    return (await this.api.readIntent(intentId)).paymentId;
  }

  /** Credits or takes back what the ledger lacks or has too much of a payment. */
  private async settle(
    db: EntityManager,
    payment: LockedPayment,
    { kind, reference = '', amountMicros }: PaymentFact,
  ): Promise<void> {
    const { id: paymentId, accountId, isErased } = payment;
    const missingMicros = await this.repository.missing(db, paymentId);
    if (missingMicros === 0n) return;
    const note = noteOf(payment, kind);
    if (missingMicros < 0n) {
      const back = { accountId, amountMicros: -missingMicros, paymentId, note };
      const owedMicros = await this.reversals.takeBack(db, back);
      const detail = { amount_usd: formatUsd(-missingMicros), owed_usd: formatUsd(owedMicros) };
      await this.audit(db, payment, stripe, 'payment.take_back', detail);
      return;
    }
    // Nobody can use the money of an erased account. The daily check reports it until it is refunded.
    if (isErased) return;
    const credit = { accountId, amountMicros: missingMicros, paymentId, note, actor: stripe };
    const idempotencyKey = `payment ${paymentId} ${kind} ${reference} ${amountMicros}`;
    await this.topUps.credit({ ...credit, idempotencyKey, confirmAmountMicros: missingMicros }, db);
    await this.debts.pay(db, { accountId, amountMicros: missingMicros, paymentId, note: `Debt paid: ${note}` });
  }

  private audit(
    db: EntityManager,
    { id, accountId }: Pick<Payment, 'id' | 'accountId'>,
    actor: Actor,
    action: string,
    detail: object,
  ) {
    return recordAudit(db, { actor, action, accountId, targetType: 'payment', targetId: id, detail: { ...detail } });
  }
}

/** @throws {Problem} `unprocessable_entity` */
function requireMatch(payment: LockedPayment, { fact, currency, session, intentId }: Finding): void {
  const isSame =
    (session === undefined ||
      (session.accountId === `${payment.accountId}` && (payment.sessionId ?? session.id) === session.id)) &&
    (intentId === undefined || (payment.intentId ?? intentId) === intentId);
  const isTakenBack = fact.reference !== undefined;
  const isAmount = isTakenBack || fact.amountMicros === payment.amountMicros;
  if (isSame && isAmount && (currency === 'usd' || isTakenBack)) return;
  const wrong = isSame ? (isAmount ? 'currency' : 'amount') : 'account or session';
  throw new Problem('unprocessable_entity', `The ${wrong} of this message is not that of payment ${payment.id}.`);
}

/** A bank may dispute more than was paid, or in its own currency. What was paid is all that can be taken back. */
function withinPayment({ amountMicros: paidMicros }: LockedPayment, { fact, currency }: Finding): PaymentFact {
  const isWhole = fact.reference !== undefined && (currency !== 'usd' || fact.amountMicros > paidMicros);
  return isWhole ? { ...fact, amountMicros: paidMicros } : fact;
}

function noteOf({ id }: LockedPayment, kind: PaymentFact['kind']): string {
  if (kind === 'refunded') return `Refund of card payment ${id}`;
  if (kind === 'refund_failed') return `Refund failed: card payment ${id} restored`;
  if (kind === 'dispute_won') return `Dispute won: card payment ${id} restored`;
  return kind.startsWith('dispute') ? `Dispute of card payment ${id}` : `Card payment ${id}`;
}
