import type { EntityManager } from 'typeorm';

export type LinkPurpose = 'invitation' | 'reset';

/** A one-time link that is still good. */
export interface PasswordLink {
  readonly userId: number;
  readonly email: string;
  readonly accountId: number | null;
  readonly purpose: LinkPurpose;
  readonly resetsSecondFactor: boolean;
  readonly expiresAt: Date;
}

/** The statements on `password_links`, in the transaction of `db`. */
export class PasswordLinksRepository {
  constructor(private readonly db: EntityManager) {}

  /** Puts a new link in the place of the user's last one; when it expires. */
  async replace(link: {
    userId: number;
    tokenHash: Buffer;
    purpose: LinkPurpose;
    resetsSecondFactor: boolean;
    hours: number;
  }): Promise<Date> {
    const [row] = await this.db.query(
      `INSERT INTO password_links (user_id, token_hash, purpose, resets_second_factor, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, purpose = excluded.purpose,
         resets_second_factor = excluded.resets_second_factor, expires_at = excluded.expires_at
       RETURNING expires_at`,
      [link.userId, link.tokenHash, link.purpose, link.resetsSecondFactor, link.hours],
    );
    return row.expires_at;
  }

  async find(tokenHash: Buffer): Promise<PasswordLink | undefined> {
    const rows = await this.db.query(
      `SELECT l.*, u.email, u.account_id FROM password_links l
       JOIN users u ON u.id = l.user_id AND u.disabled_at IS NULL
       WHERE l.token_hash = $1 AND l.expires_at > now()`,
      [tokenHash],
    );
    return (
      rows[0] && {
        userId: Number(rows[0].user_id),
        email: rows[0].email,
        accountId: rows[0].account_id === null ? null : Number(rows[0].account_id),
        purpose: rows[0].purpose,
        resetsSecondFactor: rows[0].resets_second_factor,
        expiresAt: rows[0].expires_at,
      }
    );
  }

  /** Uses a link up; false when somebody else has done so meanwhile. */
  async take(tokenHash: Buffer): Promise<boolean> {
    const [, deleted] = await this.db.query('DELETE FROM password_links WHERE token_hash = $1', [tokenHash]);
    return deleted > 0;
  }

  async deleteOf(userId: number): Promise<void> {
    await this.db.query('DELETE FROM password_links WHERE user_id = $1', [userId]);
  }
}
