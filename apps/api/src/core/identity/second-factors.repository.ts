import type { EntityManager } from 'typeorm';

/** What is kept of a user's second factor. */
export interface SecondFactorRow {
  readonly sealedSecret: string;
  /** Null until a first code has been confirmed. */
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** The statements on `second_factors` and `recovery_codes`, in the transaction of `db`. */
export class SecondFactorsRepository {
  constructor(private readonly db: EntityManager) {}

  async find(userId: number): Promise<SecondFactorRow | undefined> {
    const rows = await this.db.query(
      `SELECT sealed_secret, enabled_at, (SELECT count(*) FROM recovery_codes c WHERE c.user_id = f.user_id) AS codes_left
       FROM second_factors f WHERE user_id = $1`,
      [userId],
    );
    return (
      rows[0] && {
        sealedSecret: rows[0].sealed_secret,
        enabledAt: rows[0].enabled_at,
        recoveryCodesLeft: Number(rows[0].codes_left),
      }
    );
  }

  /** Keeps the secret of an authenticator that is still to be confirmed; false when one is in use. */
  async begin(userId: number, sealedSecret: string): Promise<boolean> {
    const rows = await this.db.query(
      `INSERT INTO second_factors AS f (user_id, sealed_secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret WHERE f.enabled_at IS NULL
       RETURNING user_id`,
      [userId, sealedSecret],
    );
    return rows.length > 0;
  }

  /** Puts the authenticator with this very secret to use; false when it has been replaced or is in use already. */
  async enable(userId: number, sealedSecret: string, step: number): Promise<boolean> {
    const [, changed] = await this.db.query(
      `UPDATE second_factors SET enabled_at = now(), last_step = $3
       WHERE user_id = $1 AND sealed_secret = $2 AND enabled_at IS NULL`,
      [userId, sealedSecret, step],
    );
    return changed > 0;
  }

  /** Uses the code of a step up; false when it, or a later one, was used before: of two that race one gets it. */
  async takeStep(userId: number, step: number): Promise<boolean> {
    const [, changed] = await this.db.query(
      'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
      [userId, step],
    );
    return changed > 0;
  }

  /** Uses a recovery code up; false when there is no such code. */
  async takeRecoveryCode(userId: number, codeHash: Buffer): Promise<boolean> {
    const [, deleted] = await this.db.query('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2', [
      userId,
      codeHash,
    ]);
    return deleted > 0;
  }

  async replaceRecoveryCodes(userId: number, codeHashes: readonly Buffer[]): Promise<void> {
    await this.db.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    await this.db.query('INSERT INTO recovery_codes SELECT $1, unnest($2::bytea[])', [userId, codeHashes]);
  }

  async delete(userId: number): Promise<void> {
    await this.db.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  }
}
