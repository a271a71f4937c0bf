import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { hasJoined } from './sign-in-methods.repository';
import { addressOfUser } from './users.repository';

/** With a `sign_in` link, which only the operator makes, a user signs in without a password. */
export type LinkPurpose = 'invitation' | 'reset' | 'sign_in';

export interface PasswordLink {
  readonly userId: number;
  readonly email: string;
  readonly accountId: number | null;
  readonly accountName: string | null;
  readonly purpose: LinkPurpose;
  readonly resetsSecondFactor: boolean;
  readonly expiresAt: Date;
}

@Injectable()
export class PasswordLinksRepository {
  /** Replaces the user's link. @returns when the new link expires. */
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

  /** Finds a link that has not expired, of a user who is not disabled. Who has joined cannot accept an invitation. */
  async find(db: Db, tokenHash: Buffer): Promise<PasswordLink | undefined> {
    const rows: PasswordLink[] = await db.query(
      `SELECT l.user_id::float8 AS "userId", l.purpose, l.resets_second_factor AS "resetsSecondFactor", l.expires_at AS "expiresAt",
         ${addressOfUser}, u.account_id::float8 AS "accountId", a.name AS "accountName"
       FROM password_links l JOIN users u ON u.id = l.user_id AND u.disabled_at IS NULL
       LEFT JOIN account_profiles a ON a.id = u.account_id
       WHERE l.token_hash = $1 AND l.expires_at > now() AND NOT (l.purpose = 'invitation' AND ${hasJoined})`,
      [tokenHash],
    );
    return rows[0];
  }

  /** Consumes a link. @returns false when another request has already consumed or replaced it. */
  async take(db: Db, tokenHash: Buffer): Promise<boolean> {
    const [, deleted] = await db.query('DELETE FROM password_links WHERE token_hash = $1', [tokenHash]);
    return deleted > 0;
  }

  /** Consumes the open invitation of a user who has not joined. @param tokenHash the link that was opened; null for any. @returns false if there is none. */
  async takeInvitation(db: Db, userId: number, tokenHash: Buffer | null): Promise<boolean> {
    const [, deleted] = await db.query(
      `DELETE FROM password_links l USING users u WHERE u.id = l.user_id AND u.id = $1 AND l.purpose = 'invitation'
         AND l.expires_at > now() AND ($2::bytea IS NULL OR l.token_hash = $2) AND NOT ${hasJoined}`,
      [userId, tokenHash],
    );
    return deleted > 0;
  }

  async deleteExpired(db: Db): Promise<void> {
    await db.query('DELETE FROM password_links WHERE expires_at < now()');
  }

  async deleteOf(db: Db, userId: number): Promise<void> {
    await db.query('DELETE FROM password_links WHERE user_id = $1', [userId]);
  }
}
