import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log';
import { Problem } from '../../platform/http/problem';
import { announceBalance } from '../billing/ledger';

export interface StatusChange {
  readonly accountId: number;
  readonly note?: string | undefined;
  readonly actor: Actor;
}

export interface ThresholdChange {
  readonly accountId: number;
  /** Null turns the notice off. */
  readonly thresholdMicros: bigint | null;
  readonly actor: Actor;
}

/** Stops and restarts accounts, and sets the balance below which their owners want to be told. */
@Injectable()
export class AccountStatus {
  constructor(private readonly dataSource: DataSource) {}

  /** No charge is accepted from the moment this resolves. @throws {Problem} `not_found`; `conflict` when it is suspended already. */
  suspend(change: StatusChange): Promise<void> {
    return this.setStatus('suspended', 'account.suspend', change);
  }

  /** @throws {Problem} `not_found`; `conflict` when it is active already. */
  resume(change: StatusChange): Promise<void> {
    return this.setStatus('active', 'account.resume', change);
  }

  /** @throws {Problem} `not_found`. */
  setThreshold({ accountId, thresholdMicros, actor }: ThresholdChange): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      const [, changed] = await db.query(
        `UPDATE accounts SET low_balance_threshold_micros = $2 WHERE id = $1 AND kind = 'customer'`,
        [accountId, thresholdMicros === null ? null : `${thresholdMicros}`],
      );
      if (!changed) throw new Problem('not_found', 'There is no such account.');
      const detail = { threshold_usd: thresholdMicros === null ? null : formatUsd(thresholdMicros) };
      await recordAudit(db, { actor, action: 'account.threshold', ...targetOf(accountId), detail });
    });
  }

  private setStatus(status: string, action: string, { accountId, note, actor }: StatusChange): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      // Waits for a batch of charges on this account; the next one sees the new status.
      const [account] = await db.query(
        `SELECT status FROM accounts WHERE id = $1 AND kind = 'customer' FOR NO KEY UPDATE`,
        [accountId],
      );
      if (!account) throw new Problem('not_found', 'There is no such account.');
      if (account.status === status) throw new Problem('conflict', `The account is ${status} already.`);
      await db.query('UPDATE accounts SET status = $2 WHERE id = $1', [accountId, status]);
      await recordAudit(db, { actor, action, ...targetOf(accountId), detail: { note } });
      await announceBalance(db, accountId);
    });
  }
}

function targetOf(accountId: number) {
  return { accountId, targetType: 'account', targetId: `${accountId}` };
}
