import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { rowReader } from '../../platform/database/row-reader';
import { freshPasswordMs, type Session, sessionLimits, touchAfterMs } from './session';
import type { User } from './user';

type SessionRow = Omit<Session, 'user'> & Omit<User, 'id'> & { readonly userId: number };

const rowOf = rowReader<SessionRow>('id', 'userId', 'accountId');

const { owner, support } = sessionLimits;
const limit = (ofOwner: number, ofSupport: number) =>
  `CASE u.role WHEN 'support' THEN interval '${ofSupport} milliseconds' ELSE interval '${ofOwner} milliseconds' END`;

/** Columns of a session `s` and its user `u`. */
const live = `s.last_seen_at > now() - ${limit(owner.idleMs, support.idleMs)}
  AND s.created_at > now() - ${limit(owner.absoluteMs, support.absoluteMs)}`;

/** Per user: someone who knows a password must not be able to fill the table. */
const maxSessions = 50;

const selectLive = `
  SELECT s.id, s.user_id, s.created_at, s.last_seen_at, s.password_checked_at, s.address, s.user_agent, u.email, u.role, u.account_id,
    s.last_seen_at < now() - interval '${touchAfterMs} milliseconds' AS is_last_seen_stale,
    s.password_checked_at >= now() - interval '${freshPasswordMs} milliseconds' AS is_password_fresh,
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL) AS second_factor_enabled
  FROM sessions s JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL WHERE ${live}`;

@Injectable()
export class SessionsRepository {
  async insert(
    db: Db,
    session: { userId: number; tokenHash: Buffer; address: string; userAgent: string },
  ): Promise<void> {
    await db.query('INSERT INTO sessions (user_id, token_hash, address, user_agent) VALUES ($1, $2, $3, $4)', [
      session.userId,
      session.tokenHash,
      session.address,
      session.userAgent,
    ]);
  }

  async find(db: Db, tokenHash: Buffer): Promise<Session | undefined> {
    const rows: Record<string, unknown>[] = await db.query(`${selectLive} AND s.token_hash = $1`, [tokenHash]);
    return rows[0] && sessionOf(rows[0]);
  }

  /** Most recently used first. */
  async list(db: Db, userId: number): Promise<Session[]> {
    const rows: Record<string, unknown>[] = await db.query(
      `${selectLive} AND s.user_id = $1 ORDER BY s.last_seen_at DESC, s.id DESC`,
      [userId],
    );
    return rows.map(sessionOf);
  }

  async touch(db: Db, id: number, address: string): Promise<void> {
    await db.query('UPDATE sessions SET last_seen_at = now(), address = $2 WHERE id = $1', [id, address]);
  }

  /** Replaces the token of a session; false when there is none with the old one any more. */
  async replaceToken(db: Db, oldHash: Buffer, newHash: Buffer, isPasswordChecked: boolean): Promise<boolean> {
    const [, changed] = await db.query(
      `UPDATE sessions SET token_hash = $2, password_checked_at = CASE WHEN $3 THEN now() ELSE password_checked_at END
       WHERE token_hash = $1`,
      [oldHash, newHash, isPasswordChecked],
    );
    return changed > 0;
  }

  /** Whether there was such a session of this user. */
  async delete(db: Db, id: number, userId: number): Promise<boolean> {
    const [, deleted] = await db.query('DELETE FROM sessions WHERE id = $1 AND user_id = $2', [id, userId]);
    return deleted > 0;
  }

  /** @param exceptId the session that stays, if any. */
  async deleteAll(db: Db, userId: number, exceptId: number | null = null): Promise<void> {
    await db.query('DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2::bigint', [userId, exceptId]);
  }

  /** What has ended can open nothing, and says from where somebody came. */
  async deleteEnded(db: Db): Promise<void> {
    await db.query(`DELETE FROM sessions s USING users u WHERE u.id = s.user_id AND NOT (${live})`);
  }

  /** Deletes the session that a new one replaces, and the user's sessions that have ended or are too many. */
  async deleteReplaced(db: Db, userId: number, tokenHash: Buffer | null): Promise<void> {
    await db.query(
      `DELETE FROM sessions s USING users u WHERE u.id = s.user_id AND (s.token_hash = $2 OR (u.id = $1 AND (NOT (${live})
         OR s.id <= (SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC OFFSET $3 LIMIT 1))))`,
      [userId, tokenHash, maxSessions - 1],
    );
  }
}

function sessionOf(row: Record<string, unknown>): Session {
  const { userId, email, role, accountId, ...session } = rowOf(row);
  return { ...session, user: { id: userId, email, role, accountId } };
}
