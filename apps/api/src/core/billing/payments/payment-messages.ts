import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../../platform/audit/audit-log.repository';
import { clock } from '../../../platform/clock';
import { advisoryLocks, tryWithLock } from '../../../platform/database/advisory-lock';
import { LOGGER } from '../../../platform/observability/logger';
import { Metrics } from '../../../platform/observability/metrics';
import { Problem } from '../../../platform/problem';
import { findingOf } from './payment-fact';
import { Payments } from './payments';
import { PaymentsRepository } from './payments.repository';
import { StripeApi } from './stripe-api';

/** `found`: the sweep applied it, so its message was late or lost. */
const outcomes = ['applied', 'repeated', 'ignored', 'found', 'rejected', 'unsigned', 'failed'] as const;
type Outcome = (typeof outcomes)[number];

/** Read once more than needed, because the clocks of Stripe and of this machine differ. */
const overlapMs = 900_000;
/** Anybody can send a message that is not signed, so the log says so at most once in this time. The metric counts each. */
const quietMs = 60_000;

/** Messages of Stripe, as they arrive and as the sweep finds them. */
@Injectable()
export class PaymentMessages {
  private readonly counts = new Map<Outcome, number>(outcomes.map((outcome) => [outcome, 0]));

  /** Unix seconds. Another process may have swept instead; an error leaves it as it was. */
  private sweptAt = clock.wallMs() / 1_000;

  private unsignedLoggedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly dataSource: DataSource,
    private readonly api: StripeApi,
    private readonly payments: Payments,
    private readonly repository: PaymentsRepository,
    @Inject(LOGGER) private readonly log: Logger,
    metrics: Metrics,
  ) {
    const help = 'Messages of Stripe about card payments, by outcome';
    if (!api.isConfigured) return;
    metrics.counters('loupe_payment_messages_total', help, 'outcome', () => this.counts);
    metrics.gauge(
      'loupe_payment_sweep_timestamp_seconds',
      'When this process last swept card payments',
      () => this.sweptAt,
    );
  }

  /**
   * Verifies and applies a message. Stripe sends it again for three days unless this resolves.
   * @param body the bytes as they came, which the signature covers
   * @throws {Problem} `bad_request` for a wrong signature or another mode, and as {@link Payments.apply}
   */
  async receive(body: Buffer, signature: string | undefined): Promise<void> {
    this.count(await this.apply(this.verify(body, signature)));
  }

  private verify(body: Buffer, signature: string | undefined): Stripe.Event {
    try {
      return this.api.verify(body, signature);
    } catch (error) {
      this.count('unsigned');
      if (clock.nowMs() - this.unsignedLoggedMs >= quietMs) {
        this.unsignedLoggedMs = clock.nowMs();
        this.log.warn('messages to /payments/stripe have a wrong signature');
      }
      throw error;
    }
  }

  /** Applies all messages since the last sweep. One process at a time. */
  async sweep(): Promise<void> {
    const lock = this.dataSource.createQueryRunner();
    try {
      await tryWithLock(lock, advisoryLocks.sweepPayments, async () => {
        const since = await this.repository.sweptTo(lock);
        if (since === null) return;
        let sweptTo = new Date(clock.wallMs());
        for await (const event of this.api.listEvents(new Date(since.getTime() - overlapMs))) {
          try {
            if ((await this.apply(event)) === 'applied') this.count('found');
          } catch (error) {
            // Newest first, so the next sweep begins with the oldest message that failed. One that contradicts its payment is not read again.
            if (!(error instanceof Problem)) sweptTo = new Date(event.created * 1_000);
          }
        }
        await this.repository.saveSwept(lock, sweptTo);
        await this.payments.findReceipts();
      });
      this.sweptAt = clock.wallMs() / 1_000;
    } finally {
      await lock.release();
    }
  }

  private async apply(event: Stripe.Event): Promise<'applied' | 'repeated' | 'ignored'> {
    try {
      if (!this.api.isOurs(event))
        throw new Problem('bad_request', 'This message is of another mode or account of Stripe than the secret key.');
      const finding = findingOf(event);
      return finding ? await this.payments.apply(finding) : 'ignored';
    } catch (error) {
      const isRejected = error instanceof Problem;
      this.count(isRejected ? 'rejected' : 'failed');
      this.log.error({ err: error, event: event.id, type: event.type }, 'a message of Stripe was not applied');
      if (isRejected) await this.auditRejection(event, error.detail);
      throw error;
    }
  }

  private async auditRejection({ id, type }: Stripe.Event, reason: string): Promise<void> {
    const actor = { userId: null, label: 'stripe', address: null };
    const target = { accountId: null, targetType: 'payment', targetId: id };
    await recordAudit(this.dataSource, { actor, action: 'payment.reject', ...target, detail: { type, reason } });
  }

  private count(outcome: Outcome): void {
    this.counts.set(outcome, this.counts.get(outcome)! + 1);
  }
}
