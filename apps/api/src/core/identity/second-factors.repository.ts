import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';

export interface SecondFactorRow {
  readonly encryptedSecret: string;
  /** Null until a first code has been confirmed. */
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
}

@Injectable()
export class SecondFactorsRepository {
  async find(db: Db, userId: number): Promise<SecondFactorRow | undefined> {
    const rows: SecondFactorRow[] = await db.query(
      `SELECT encrypted_secret AS "encryptedSecret", enabled_at AS "enabledAt",
         (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.user_id) AS "recoveryCodesLeft"
       FROM second_factors f WHERE user_id = $1`,
      [userId],
    );
    return rows[0];
  }

  /** Stores the secret of an authenticator before its confirmation. @returns false when one is already enabled. */
  async begin(db: Db, userId: number, encryptedSecret: string): Promise<boolean> {
    const rows = await db.query(
      `INSERT INTO second_factors AS f (user_id, encrypted_secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret WHERE f.enabled_at IS NULL
       RETURNING user_id`,
      [userId, encryptedSecret],
    );
    return rows.length > 0;
  }

  /** Enables the authenticator with this secret. @returns false when the secret was replaced or is already enabled. */
  async enable(db: Db, userId: number, encryptedSecret: string, step: number): Promise<boolean> {
    const [, changed] = await db.query(
      `UPDATE second_factors SET enabled_at = now(), last_step = $3
       WHERE user_id = $1 AND encrypted_secret = $2 AND enabled_at IS NULL`,
      [userId, encryptedSecret, step],
    );
    return changed > 0;
  }

  /** Consumes the code of a step. @returns false when it or a later code was used before, even by a concurrent request. */
  async takeStep(db: Db, userId: number, step: number): Promise<boolean> {
    const [, changed] = await db.query(
      'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
      [userId, step],
    );
    return changed > 0;
  }

  /** Consumes a recovery code. @returns false when there is no such code. */
  async takeRecoveryCode(db: Db, userId: number, codeHash: Buffer): Promise<boolean> {
    const [, deleted] = await db.query('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2', [
      userId,
      codeHash,
    ]);
    return deleted > 0;
  }

  /** The user's previous codes stop working. */
  async replaceRecoveryCodes(db: Db, userId: number, codeHashes: readonly Buffer[]): Promise<void> {
    await db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    await db.query('INSERT INTO recovery_codes SELECT $1, unnest($2::bytea[])', [userId, codeHashes]);
  }

  async delete(db: Db, userId: number): Promise<void> {
    await db.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  }

  /** Also deletes the passkeys, which count as second factors. */
  async deleteAll(db: Db, userId: number): Promise<void> {
    await this.delete(db, userId);
    await db.query('DELETE FROM passkeys WHERE user_id = $1', [userId]);
  }
}
