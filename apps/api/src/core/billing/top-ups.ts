import { createHash } from 'node:crypto';
import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import type { Transactor } from '../../platform/database/db';
import { Problem } from '../../platform/problem';
import { houseAccounts, LedgerRepository, type Posted } from './ledger.repository';
import { TopUpsRepository } from './top-ups.repository';

export const idempotencyKeyForm = /^[\x21-\x7e]{1,255}$/;

/** Above this amount a typing error is too expensive, so the amount must be typed twice. */
const confirmAboveMicros = 1_000_000_000n;

export interface TopUp {
  readonly accountId: number;
  readonly amountMicros: bigint;
  readonly note: string;
  readonly idempotencyKey: string;
  /** Repeats the amount; required above 1,000 USD. */
  readonly confirmAmountMicros?: bigint | undefined;
  /** When the owner asked for it, if it answers a request. */
  readonly askedAt?: Date | undefined;
  /** The card payment that it credits, if no person does. */
  readonly paymentId?: string | undefined;
  readonly actor: Actor;
}

/** Credits accounts. */
@Injectable()
export class TopUps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerRepository,
    private readonly repository: TopUpsRepository,
  ) {}

  /**
   * Credits an account once per idempotency key. A repeat returns the first result.
   * @throws {Problem} `conflict` when the key was used for another top-up, the top-up of the key is no longer in the
   * database, or the account is erased; `not_found`; `unprocessable_entity` when the amount must be confirmed
   */
  async credit(topUp: TopUp, within: Transactor = this.dataSource): Promise<Posted> {
    this.requireConfirmation(topUp);
    return within.transaction(async (db) => {
      const isFirst = await this.repository.claimKey(db, topUp.idempotencyKey, hashOf(topUp));
      return isFirst ? this.creditNow(db, topUp) : this.firstResult(db, topUp);
    });
  }

  /** @throws {Problem} `unprocessable_entity` when the amount must be confirmed */
  requireConfirmation({ amountMicros, confirmAmountMicros }: TopUp): void {
    if (amountMicros <= confirmAboveMicros || confirmAmountMicros === amountMicros) return;
    const bound = formatUsd(confirmAboveMicros);
    const message = `must repeat amount_usd, because it is above ${bound}`;
    throw new Problem('unprocessable_entity', `confirm_amount_usd ${message}.`, {
      members: { errors: [{ in: 'body', parameter: 'confirm_amount_usd', message }], reason: 'confirmation_required' },
    });
  }

  private async creditNow(db: EntityManager, topUp: TopUp): Promise<Posted> {
    const { accountId, amountMicros, note, idempotencyKey, paymentId, actor } = topUp;
    const houseAccountId = houseAccounts.funding;
    // Lock order: the profile before the ledger account.
    const askedAt = await this.repository.lock(db, accountId);
    // A card payment pays the debt first. It answers a request if the rest covers it.
    const { debtMicros } = await this.ledger.lock(db, accountId);
    const upToMicros = paymentId === undefined ? undefined : amountMicros - debtMicros;
    const isAnswered = await this.repository.closeRequest(db, accountId, upToMicros);
    const posting = { accountId, houseAccountId, amountMicros, kind: 'top_up' as const, paymentId, note };
    const posted = await this.ledger.post(db, posting);
    await this.repository.record(db, idempotencyKey, posted.entryId);
    await recordAudit(db, {
      actor,
      action: 'account.top_up',
      accountId,
      targetType: 'entry',
      targetId: posted.entryId,
      detail: { amount_usd: formatUsd(amountMicros), note, asked_at: isAnswered ? askedAt?.toISOString() : undefined },
    });
    return posted;
  }

  private async firstResult(db: EntityManager, topUp: TopUp): Promise<Posted> {
    const { bodyHash, entryId } = (await this.repository.findByKey(db, topUp.idempotencyKey))!;
    if (!hashOf(topUp).equals(bodyHash)) throw otherTopUp;
    // On a distributed ledger, the key may be visible before the entry, whose transaction still holds this lock.
    await this.ledger.lock(db, topUp.accountId);
    const entry = await this.ledger.find(db, entryId, topUp.accountId);
    if (!entry) throw new Problem('conflict', 'The top-up of this Idempotency-Key is no longer in the database.');
    return { entryId, balanceMicros: entry.balanceAfterMicros };
  }
}

export const otherTopUp = new Problem(
  'conflict',
  'Your earlier top-up had other values, and it has arrived. Look at the ledger of the account before you top up again.',
);

/** Top-ups with the same values are the same top-up, however the amount was written. */
export const valuesOf = ({ accountId, amountMicros, note }: TopUp) => [accountId, `${amountMicros}`, note];

function hashOf(topUp: TopUp): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(valuesOf(topUp)))
    .digest();
}
