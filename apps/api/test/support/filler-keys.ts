import type { DataSource } from 'typeorm';
import { maxActiveKeys } from '../../src/core/auth/lifecycle/api-keys';

export const fillerName = 'Filler';

/** Adds active and rotated keys to an account without keys, so that it has room for only `room` more of each. */
export async function fillKeys(dataSource: DataSource, accountId: number, room: number): Promise<void> {
  for (const retiresAt of ['NULL', `now() + interval '7 days'`])
    await dataSource.query(
      `INSERT INTO api_keys (account_id, name, prefix, hash, retires_at)
       SELECT $1, $2, 'filler00', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), ${retiresAt}
       FROM generate_series(1, $3)`,
      [accountId, fillerName, maxActiveKeys - room],
    );
}
