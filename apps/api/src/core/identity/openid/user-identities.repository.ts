import { Injectable } from '@nestjs/common';
import type { Db } from '../../../platform/database/db';
import { hasJoined } from '../sign-in-methods.repository';

/** A person at the provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

@Injectable()
export class UserIdentitiesRepository {
  async findUser(db: Db, { issuer, subject }: Identity): Promise<{ userId: number; isDisabled: boolean } | undefined> {
    const rows: { userId: number; isDisabled: boolean }[] = await db.query(
      `SELECT u.id::float8 AS "userId", u.disabled_at IS NOT NULL AS "isDisabled"
       FROM user_identities i JOIN users u ON u.id = i.user_id WHERE i.issuer = $1 AND i.subject = $2`,
      [issuer, subject],
    );
    return rows[0];
  }

  /** @returns false when the person is linked to somebody, or the user to another person of this provider. */
  async link(db: Db, userId: number, { issuer, subject }: Identity): Promise<boolean> {
    const rows: unknown[] = await db.query(
      `INSERT INTO user_identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING user_id`,
      [issuer, subject, userId],
    );
    return rows.length > 0;
  }

  /** Records the use of a link. @returns false when it has been removed. */
  async use(db: Db, userId: number, { issuer, subject }: Identity): Promise<boolean> {
    const [, used] = await db.query(
      'UPDATE user_identities SET last_used_at = now() WHERE issuer = $1 AND subject = $2 AND user_id = $3',
      [issuer, subject, userId],
    );
    return used > 0;
  }

  /** @returns false when there is no such link. */
  async unlink(db: Db, userId: number, issuer: string): Promise<boolean> {
    const [, removed] = await db.query('DELETE FROM user_identities WHERE user_id = $1 AND issuer = $2', [
      userId,
      issuer,
    ]);
    return removed > 0;
  }

  /** The members with an open, unexpired invitation for an address. An address of staff is never found. */
  async findInvited(db: Db, email: string): Promise<number[]> {
    const rows: { id: number }[] = await db.query(
      `SELECT u.id::float8 FROM users u
       JOIN password_links l ON l.user_id = u.id AND l.purpose = 'invitation' AND l.expires_at > now()
       WHERE u.account_id IS NOT NULL AND (u.email = $1 OR u.invited_email = $1) AND NOT ${hasJoined} LIMIT 2`,
      [email],
    );
    return rows.map(({ id }) => id);
  }
}
