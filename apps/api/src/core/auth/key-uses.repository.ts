import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';

export interface KeyUse {
  readonly minute: number;
  readonly address: string | null;
}

/** Writes when and from where keys were last used. */
@Injectable()
export class KeyUsesRepository {
  /** @param uses by key id, ascending */
  async write(db: Db, uses: readonly (readonly [keyId: number, use: KeyUse])[]): Promise<void> {
    await db.query(
      `INSERT INTO api_key_uses AS known (key_id, last_used_at, last_used_from)
       SELECT key_id, to_timestamp(minute * 60), address
       FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS used (key_id, minute, address)
       ORDER BY key_id
       ON CONFLICT (key_id) DO UPDATE SET (last_used_at, last_used_from) = (excluded.last_used_at, excluded.last_used_from)
       WHERE known.last_used_at <= excluded.last_used_at`,
      [uses.map(([keyId]) => keyId), uses.map(([, { minute }]) => minute), uses.map(([, { address }]) => address)],
    );
  }
}
