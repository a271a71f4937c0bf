import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/db';

export interface Passkey {
  readonly id: number;
  readonly userId: number;
  /** The only host where it works. */
  readonly host: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly transports: string[];
  /** Whether a password manager copies it to the user's other devices. */
  readonly isSynced: boolean;
  readonly name: string;
  /** Of the browser that made it. */
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt'> & { readonly counter: number };

const columns = `id::float8, user_id::float8 AS "userId", host, credential_id AS "credentialId", public_key AS "publicKey", transports,
  is_synced AS "isSynced", name, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

@Injectable()
export class PasskeysRepository {
  /** Oldest first. */
  list(db: Db, userId: number): Promise<Passkey[]> {
    return db.query(`SELECT ${columns} FROM passkeys WHERE user_id = $1 ORDER BY id`, [userId]);
  }

  /** The passkey with this credential, unless its user is disabled. */
  async findUsable(db: Db, credentialId: Buffer): Promise<Passkey | undefined> {
    const rows: Passkey[] = await db.query(
      `SELECT ${columns} FROM passkeys p WHERE credential_id = $1
         AND EXISTS (SELECT FROM users u WHERE u.id = p.user_id AND u.disabled_at IS NULL)`,
      [credentialId],
    );
    return rows[0];
  }

  /** Whether the user has a passkey that works at this host. @param id a certain passkey */
  async hasUsable(db: Db, userId: number, host: string, id?: number): Promise<boolean> {
    const rows: unknown[] = await db.query(
      'SELECT FROM passkeys WHERE user_id = $1 AND host = $2 AND ($3::bigint IS NULL OR id = $3)',
      [userId, host, id ?? null],
    );
    return rows.length > 0;
  }

  /**
   * The caller has locked the user, so that concurrent requests cannot exceed the limit.
   * @returns undefined if the user has `max` passkeys, or this credential is registered already
   */
  async insert(db: Db, passkey: NewPasskey, max: number): Promise<Passkey | undefined> {
    const { userId, host, credentialId, publicKey, counter, transports, isSynced, name, userAgent } = passkey;
    const rows: Passkey[] = await db.query(
      `INSERT INTO passkeys (user_id, host, credential_id, public_key, counter, transports, is_synced, name, user_agent)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < $10
       ON CONFLICT DO NOTHING RETURNING ${columns}`,
      [userId, host, credentialId, publicKey, counter, transports, isSynced, name, userAgent, max],
    );
    return rows[0];
  }

  /** Records a use. @returns false if the counter has not grown: the authenticator may have been copied, or the use was recorded. */
  async recordUse(db: Db, id: number, counter: number, isSynced: boolean): Promise<boolean> {
    const [, changed] = await db.query(
      `UPDATE passkeys SET counter = $2, is_synced = $3, last_used_at = now()
       WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
      [id, counter, isSynced],
    );
    return changed > 0;
  }

  /** @returns the name of the removed passkey; undefined if the user has no such passkey */
  async delete(db: Db, userId: number, id: number): Promise<string | undefined> {
    const [rows] = await db.query('DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name', [userId, id]);
    return rows[0]?.name;
  }
}
