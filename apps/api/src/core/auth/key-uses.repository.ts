import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/data-source';

@Injectable()
export class KeyUsesRepository {
  /** @param uses ids of keys, ascending, and the minute since 1970 of their last use. */
  async write(db: Db, uses: readonly (readonly [keyId: number, minute: number])[]): Promise<void> {
    await db.query(
      `INSERT INTO api_key_uses (key_id, last_used_at)
       SELECT key_id, to_timestamp(minute * 60) FROM unnest($1::bigint[], $2::bigint[]) AS used (key_id, minute)
       ORDER BY key_id
       ON CONFLICT (key_id) DO UPDATE SET last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)`,
      [uses.map(([keyId]) => keyId), uses.map(([, minute]) => minute)],
    );
  }
}
