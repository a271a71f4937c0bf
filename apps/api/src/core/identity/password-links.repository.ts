import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/data-source';

export type LinkPurpose = 'invitation' | 'reset';

export interface PasswordLink {
  readonly userId: number;
  readonly email: string;
  readonly accountId: number | null;
  readonly purpose: LinkPurpose;
  readonly resetsSecondFactor: boolean;
  readonly expiresAt: Date;
}

@Injectable()
export class PasswordLinksRepository {
  /** Replaces the user's link; returns when the new one expires. */
  async replace(
    db: Db,
    link: {
      userId: number;
      tokenHash: Buffer;
      purpose: LinkPurpose;
      resetsSecondFactor: boolean;
      hours: number;
    },
  ): Promise<Date> {
    const [row] = await db.query(
      `INSERT INTO password_links (user_id, token_hash, purpose, resets_second_factor, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, purpose = excluded.purpose,
         resets_second_factor = excluded.resets_second_factor, expires_at = excluded.expires_at
       RETURNING expires_at`,
      [link.userId, link.tokenHash, link.purpose, link.resetsSecondFactor, link.hours],
    );
    return row.expires_at;
  }

  async find(db: Db, tokenHash: Buffer): Promise<PasswordLink | undefined> {
    const rows = await db.query(
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

  /** Consumes a link; false when another request already has. */
  async take(db: Db, tokenHash: Buffer): Promise<boolean> {
    const [, deleted] = await db.query('DELETE FROM password_links WHERE token_hash = $1', [tokenHash]);
    return deleted > 0;
  }

  async deleteOf(db: Db, userId: number): Promise<void> {
    await db.query('DELETE FROM password_links WHERE user_id = $1', [userId]);
  }
}
