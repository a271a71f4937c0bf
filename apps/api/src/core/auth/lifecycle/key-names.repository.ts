import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/data-source';

@Injectable()
export class KeyNamesRepository {
  /** The names of an account's keys by key id, including revoked keys. */
  async find(db: Db, accountId: number, keyIds: readonly number[]): Promise<Map<number, string>> {
    const rows: { id: string; name: string }[] = await db.query(
      'SELECT id, name FROM api_keys WHERE account_id = $1 AND id = ANY ($2)',
      [accountId, keyIds],
    );
    return new Map(rows.map((row) => [Number(row.id), row.name]));
  }
}
