import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { deleteOldRows } from '../../platform/database/distribution/old-rows.repository';
import { rowReader } from '../../platform/database/row-reader';
import { shardOf } from '../../platform/database/shards';

export interface ChargedKey {
  /** 32 hexadecimal digits: of what was asked for. */
  readonly fingerprint: string;
  readonly requestId: string;
  /** How often the answer was fetched again. */
  readonly repeats: number;
}

const keyOf = rowReader<ChargedKey>('repeats');

/** What was charged under idempotency keys. Rows are written by the charge. */
@Injectable()
export class ChargeKeysRepository {
  async find(db: Db, accountId: number, keyHash: string): Promise<ChargedKey | undefined> {
    const rows: Record<string, unknown>[] = await db.query(
      `SELECT encode(fingerprint, 'hex') AS fingerprint, request_id, repeats FROM ledger.charge_keys
       WHERE account_id = $1 AND shard = $2 AND key_hash = decode($3, 'hex') AND expires_at > clock_timestamp()`,
      [accountId, shardOf(accountId), keyHash],
    );
    return rows.map(keyOf)[0];
  }

  /** What was charged is taken back: its key is new again. @returns how often its answer had been fetched again. */
  async forget(db: Db, accountId: number, requestId: string): Promise<number> {
    const [rows]: [{ repeats: number }[]] = await db.query(
      'DELETE FROM ledger.charge_keys WHERE account_id = $1 AND shard = $2 AND request_id = $3 RETURNING repeats',
      [accountId, shardOf(accountId), requestId],
    );
    return rows[0]?.repeats ?? 0;
  }

  async dropExpired(db: Db): Promise<void> {
    const [{ now }] = await db.query('SELECT clock_timestamp()::text AS now');
    await deleteOldRows(db, { table: 'ledger.charge_keys', column: 'expires_at', last: now });
  }
}
