import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/db';

@Injectable()
export class KeyNamesRepository {
  /** The names of accounts' keys by key id, including revoked keys. */
  async find(db: Db, accountIds: readonly number[], keyIds: readonly number[]): Promise<Map<number, string>> {
    if (keyIds.length === 0) return new Map();
    const rows: { id: string; name: string }[] = await db.query(
      'SELECT id, name FROM api_keys WHERE account_id = ANY ($1) AND id = ANY ($2)',
      [accountIds, keyIds],
    );
    return new Map(rows.map((row) => [Number(row.id), row.name]));
  }
}
