import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { loupe, recordAudit } from '../../platform/audit/audit-log.repository';
import { AccountStatusRepository } from './account-status.repository';
import { houseAccounts, LedgerRepository } from './ledger.repository';

export interface DebtChange {
  readonly accountId: number;
  readonly amountMicros: bigint;
  readonly paymentId: string;
  readonly note: string;
}

/**
 * What customers owe: a ledger account of its own. A debt arises when a card payment is taken back whose money was spent. It stops
 * the account until a card payment pays it, or until support resumes the account.
 */
@Injectable()
export class Debts {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly statuses: AccountStatusRepository,
  ) {}

  /** Lends an account what it lacks, and suspends it. The caller's transaction has locked the account's profile. */
  async incur(db: EntityManager, { accountId, amountMicros, paymentId, note }: DebtChange): Promise<void> {
    await this.post(db, { accountId, amountMicros, paymentId, note });
    const profile = await this.statuses.lock(db, accountId);
    // A suspension by support outlasts the debt.
    if (profile?.status !== 'active') return;
    await this.statuses.set(db, accountId, 'suspended', true);
    await recordAudit(db, { ...target(accountId), action: 'account.suspend', detail: { note } });
  }

  /** Pays the debt, if there is one, with up to this amount of the balance. */
  async pay(db: EntityManager, { accountId, amountMicros, ...change }: DebtChange): Promise<void> {
    const { debtMicros } = await this.ledger.lock(db, accountId);
    const paidMicros = debtMicros < amountMicros ? debtMicros : amountMicros;
    if (paidMicros > 0n) await this.post(db, { accountId, amountMicros: -paidMicros, ...change });
    await this.resumeIfPaid(db, accountId);
  }

  /** Resumes an account that was suspended for its debt, once the debt is paid. */
  async resumeIfPaid(db: EntityManager, accountId: number): Promise<void> {
    const profile = await this.statuses.lock(db, accountId);
    if (!profile?.stoppedForDebt || (await this.ledger.lock(db, accountId)).debtMicros > 0n) return;
    await this.statuses.set(db, accountId, 'active');
    await recordAudit(db, { ...target(accountId), action: 'account.resume', detail: { note: 'The debt is paid' } });
  }

  private async post(db: EntityManager, change: DebtChange): Promise<void> {
    await this.ledger.post(db, { ...change, houseAccountId: houseAccounts.debts, kind: 'debt' });
  }
}

const target = (accountId: number) => ({
  actor: loupe,
  accountId,
  targetType: 'account',
  targetId: `${accountId}`,
});
