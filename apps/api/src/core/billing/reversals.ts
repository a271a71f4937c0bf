import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import type { Transactor } from '../../platform/database/db';
import { sqlState, sqlStates } from '../../platform/database/failures';
import { noSuch, Problem } from '../../platform/problem';
import { AccountStatusRepository } from './account-status.repository';
import { ChargeKeysRepository } from './charge-keys.repository';
import { type DebtChange, Debts } from './debts';
import { KeyCapsRepository } from './key-caps.repository';
import { houseAccounts, type LedgerEntry, LedgerRepository, type Posted } from './ledger.repository';

export interface Reversal {
  readonly entryId: string;
  readonly note: string;
  readonly actor: Actor;
  /** Fails if a replay with the charge's idempotency key has delivered the response. */
  readonly unlessRepeated?: boolean;
}

/** Reverses transfers with new transfers that refer to them. Ledger rows never change. */
@Injectable()
export class Reversals {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerRepository,
    private readonly chargeKeys: ChargeKeysRepository,
    private readonly caps: KeyCapsRepository,
    private readonly statuses: AccountStatusRepository,
    private readonly debts: Debts,
  ) {}

  unreversed(requestIds: readonly string[]): Promise<string[]> {
    return this.ledger.unreversedCharges(this.dataSource, requestIds);
  }

  /**
   * Reverses a transfer in full; of a debt, what is left of it. @throws {Problem} `not_found`; `conflict` when the transfer was reversed before or is
   * a reversal, when the balance is too small, when it belongs to a card payment, or because of `unlessRepeated`
   */
  reverse(
    { entryId, note, actor, unlessRepeated = false }: Reversal,
    within: Transactor = this.dataSource,
  ): Promise<Posted> {
    return within.transaction(async (db) => {
      const entry = await this.ledger.find(db, entryId);
      if (!entry) throw noSuch('entry', 'entries');
      if (entry.kind === 'reversal')
        throw new Problem('conflict', 'A reversal cannot be reversed. Top up the account instead.');
      if (entry.paymentId !== null && !isOwed(entry)) throw ofCardPayment;
      const { accountId, houseAccountId } = entry;
      const amountMicros = isOwed(entry) ? -(await this.leftOf(db, entry)) : -entry.amountMicros;
      const family = await this.caps.familyOfCharge(db, accountId, entryId);
      const reversed = {
        accountId,
        houseAccountId,
        reverses: entryId,
        keyFamilyId: family?.keyFamilyId,
        paymentId: entry.paymentId ?? undefined,
      };
      const posted = await this.ledger
        .post(db, { ...reversed, amountMicros, kind: 'reversal', note })
        .catch(refuseSecondReversal);
      if (family) await this.caps.refund(db, family, entryId, amountMicros);
      if (isOwed(entry)) await this.debts.resumeIfPaid(db, accountId);
      // The account is locked until the commit. After that, a repeat of the request is charged.
      const repeats = await this.chargeKeys.forget(db, accountId, entryId);
      if (unlessRepeated && repeats > 0)
        throw new Problem('conflict', 'The response was already delivered to a repeat.');
      const detail = { amount_usd: formatUsd(amountMicros), reversal: posted.entryId, note };
      const target = { accountId, targetType: 'entry', targetId: entryId };
      await recordAudit(db, { actor, action: 'entry.reverse', ...target, detail });
      return posted;
    });
  }

  /** What is left of a debt, some of which may have been paid. Locks the account. @throws {Problem} `conflict` when it is paid */
  private async leftOf(db: EntityManager, { accountId, amountMicros }: LedgerEntry): Promise<bigint> {
    // Lock order: the profile before the ledger account.
    await this.statuses.lock(db, accountId);
    const { debtMicros } = await this.ledger.lock(db, accountId);
    if (debtMicros === 0n) throw new Problem('conflict', 'The account owes nothing any more.');
    return debtMicros < amountMicros ? debtMicros : amountMicros;
  }

  /**
   * Takes back a part of a card payment, or all of it, down to a balance of zero. The rest becomes a debt.
   * @returns the debt in micro-USD
   */
  async takeBack(db: EntityManager, { accountId, amountMicros, paymentId, note }: DebtChange): Promise<bigint> {
    await this.statuses.lock(db, accountId);
    const { balanceMicros } = await this.ledger.lock(db, accountId);
    const owedMicros = balanceMicros < amountMicros ? amountMicros - balanceMicros : 0n;
    if (owedMicros > 0n)
      await this.debts.incur(db, { accountId, amountMicros: owedMicros, paymentId, note: `Owed: ${note}` });
    const refund = { accountId, houseAccountId: houseAccounts.funding, amountMicros: -amountMicros, paymentId, note };
    await this.ledger.post(db, { ...refund, kind: 'refund' });
    return owedMicros;
  }
}

/** Support can reverse a debt, which the balance then pays. */
const isOwed = ({ kind, amountMicros }: LedgerEntry): boolean => kind === 'debt' && amountMicros > 0n;

const ofCardPayment = new Problem(
  'conflict',
  'This entry belongs to a card payment. Refund the payment in Stripe’s dashboard, and the ledger follows.',
);

/** The unique index accepts one of two concurrent reversals. With shards, only the error message names the index. */
function refuseSecondReversal(error: Error): never {
  if (sqlState(error) === sqlStates.uniqueViolation && error.message.includes('transfers_reversed_once'))
    throw new Problem('conflict', 'This entry is already reversed.');
  throw error;
}
