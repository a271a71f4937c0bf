import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import type { Transactor } from '../../platform/database/db';
import { Problem } from '../../platform/problem';
import { AccountStatusRepository } from '../billing/account-status.repository';
import { LedgerRepository } from '../billing/ledger.repository';
import { type Account, AccountsRepository, accountTarget } from './accounts.repository';

export interface StatusChange {
  readonly accountId: number;
  readonly note?: string | undefined;
  readonly actor: Actor;
}

export interface ThresholdChange {
  readonly accountId: number;
  /** Null turns the notification off. */
  readonly thresholdMicros: bigint | null;
  readonly actor: Actor;
}

export interface TopUpRequest {
  readonly accountId: number;
  /** Null: support decides. */
  readonly amountMicros: bigint | null;
  readonly note: string | null;
  readonly actor: Actor;
}

@Injectable()
export class Accounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: AccountsRepository,
    private readonly ledger: LedgerRepository,
    private readonly statuses: AccountStatusRepository,
  ) {}

  /** No charge is accepted after this resolves. @throws {Problem} `not_found`; `conflict` for a suspended or erased account. */
  suspend(change: StatusChange): Promise<void> {
    return this.setStatus('suspended', 'account.suspend', change);
  }

  /** @throws {Problem} `not_found`; `conflict` for an active or erased account. */
  resume(change: StatusChange): Promise<void> {
    return this.setStatus('active', 'account.resume', change);
  }

  /** @param check throws if the account, which is locked, may not be changed. @throws {Problem} `not_found`. */
  setThreshold(
    { accountId, thresholdMicros, actor }: ThresholdChange,
    check?: (account: Account) => void,
    within: Transactor = this.dataSource,
  ): Promise<void> {
    return within.transaction(async (db) => {
      check?.(await this.repository.lock(db, accountId));
      await this.repository.setThreshold(db, accountId, thresholdMicros);
      const detail = { threshold_usd: thresholdMicros === null ? null : formatUsd(thresholdMicros) };
      await recordAudit(db, { actor, action: 'account.threshold', ...accountTarget(accountId), detail });
    });
  }

  /** Support sees the request until the next top-up. */
  requestTopUp(
    { accountId, amountMicros, note, actor }: TopUpRequest,
    within: Transactor = this.dataSource,
  ): Promise<void> {
    return within.transaction(async (db) => {
      await this.repository.requestTopUp(db, accountId, amountMicros, note);
      const detail = { amount_usd: amountMicros === null ? null : formatUsd(amountMicros), note };
      await recordAudit(db, { actor, action: 'account.ask_top_up', ...accountTarget(accountId), detail });
    });
  }

  private setStatus(
    status: 'active' | 'suspended',
    action: string,
    { accountId, note, actor }: StatusChange,
  ): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      const isForDebt = (await this.statuses.lock(db, accountId))?.stoppedForDebt === true;
      const account = await this.repository.read(db, accountId);
      if (account.status === 'erased')
        throw new Problem('conflict', 'The account is erased, so you cannot suspend or resume it.');
      // Support may keep an account stopped that was stopped for its debt: the card payment that pays it then resumes nothing.
      if (account.status === status && !isForDebt) throw new Problem('conflict', `The account is already ${status}.`);
      await this.statuses.set(db, accountId, status);
      await recordAudit(db, { actor, action, ...accountTarget(accountId), detail: { note } });
      await this.ledger.announceBalance(db, accountId);
    });
  }
}
