import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/data-source';

@Injectable()
export class KeyNamesRepository {
  /** The names of keys by key id, including revoked keys. */
  async find(db: Db, keyIds: readonly number[]): Promise<Map<number, string>> {
    const rows: { id: string; name: string }[] = await db.query('SELECT id, name FROM api_keys WHERE id = ANY ($1)', [
      keyIds,
    ]);
    return new Map(rows.map((row) => [Number(row.id), row.name]));
  }
}
