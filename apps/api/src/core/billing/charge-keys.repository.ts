import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { deleteOldRows } from '../../platform/database/distribution/old-rows.repository';
import { shardOf } from '../../platform/database/shards';
import type { ReplayInfo } from '../usage/usage-record';

/** `charge_keys.sql` contains the same number. */
export const maxRepeats = 2;

type IdempotencyKey = NonNullable<ReplayInfo['key']>;

export interface ChargedKey {
  /** Hash of the request (see `Call.fingerprint`), 32 hexadecimal digits. */
  readonly fingerprint: string;
  readonly repeats: number;
}

/** Idempotency keys of charged requests. The charge itself writes the rows. */
@Injectable()
export class ChargeKeysRepository {
  /**
   * @param keyHash 32 hexadecimal digits
   * @returns undefined when the key is unknown or has expired
   */
  async find(db: Db, accountId: number, keyHash: string): Promise<ChargedKey | undefined> {
    const rows: ChargedKey[] = await db.query(
      `SELECT encode(fingerprint, 'hex') AS fingerprint, repeats FROM ledger.charge_keys
       WHERE account_id = $1 AND shard = $2 AND key_hash = decode($3, 'hex') AND expires_at > clock_timestamp()`,
      [accountId, shardOf(accountId), keyHash],
    );
    return rows[0];
  }

  /**
   * Counts a repeat, which is not charged. The caller must have locked the account.
   * @returns the charged request's id; undefined if the key is unknown, expired or used up, or the account is suspended
   */
  async countRepeat(db: Db, accountId: number, { hash, fingerprint }: IdempotencyKey): Promise<string | undefined> {
    const [rows]: [{ request_id: string }[]] = await db.query(
      `UPDATE ledger.charge_keys SET repeats = repeats + 1
       WHERE account_id = $1 AND shard = $2 AND key_hash = decode($3, 'hex') AND fingerprint = decode($4, 'hex')
         AND expires_at > statement_timestamp() AND repeats < ${maxRepeats}
         AND EXISTS (SELECT FROM ledger.accounts WHERE account_id = $1 AND shard = $2 AND status = 'active')
       RETURNING request_id`,
      [accountId, shardOf(accountId), hash, fingerprint],
    );
    return rows[0]?.request_id;
  }

  /** Frees the key of a reversed charge. @returns how many repeats had fetched the response again */
  async forget(db: Db, accountId: number, requestId: string): Promise<number> {
    const [rows]: [{ repeats: number }[]] = await db.query(
      'DELETE FROM ledger.charge_keys WHERE account_id = $1 AND shard = $2 AND request_id = $3 RETURNING repeats',
      [accountId, shardOf(accountId), requestId],
    );
    return rows[0]?.repeats ?? 0;
  }

  /** Keys with repeats stay for another day: they show that an in-doubt charge must not be reversed. */
  async dropExpired(db: Db): Promise<void> {
    const [{ now, yesterday }] = await db.query(
      `SELECT now::text, (now - interval '1 day')::text AS yesterday FROM clock_timestamp() AS now`,
    );
    const expired = { table: 'ledger.charge_keys', column: 'expires_at' };
    await deleteOldRows(db, { ...expired, last: now, where: 'repeats = 0' });
    await deleteOldRows(db, { ...expired, last: yesterday });
  }
}
