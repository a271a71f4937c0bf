import { Injectable } from '@nestjs/common';
import type { EntityDb } from '../../platform/database/db';
import { AccountProfile } from '../../platform/database/entities/accounts';
import { shardOf } from '../../platform/database/shards';

/** `erased`: personal data is deleted, and the account stays suspended forever. */
export const accountStatuses = ['active', 'suspended', 'erased'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

@Injectable()
export class AccountStatusRepository {
  /** Locks the account's profile, which comes before its ledger account in every transaction. */
  lock(db: EntityDb, id: number): Promise<Pick<AccountProfile, 'status' | 'stoppedForDebt'> | null> {
    return db.getRepository(AccountProfile).findOne({
      select: { status: true, stoppedForDebt: true },
      where: { id },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /**
   * Sets the status in the ledger, where charges heed it, and in the directory, so that processes update their keys.
   * @param stoppedForDebt whether the account is resumed as soon as its debt is paid
   */
  async set(db: EntityDb, id: number, status: AccountStatus, stoppedForDebt = false): Promise<void> {
    await db.getRepository(AccountProfile).update({ id }, { status, stoppedForDebt });
    await db.query('UPDATE ledger.accounts SET status = $3 WHERE account_id = $1 AND shard = $2', [
      id,
      shardOf(id),
      status === 'erased' ? 'suspended' : status,
    ]);
  }
}
