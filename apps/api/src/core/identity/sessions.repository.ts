import { Inject, Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { type Db, type EntityDb, isAny } from '../../platform/database/db';
import { SessionRow } from '../../platform/database/entities/users';
import { freshPasswordMs, providerSessionMs, type Session, sessionLimits, touchAfterMs } from './session';
import type { User } from './user';

/** A row of `selectLive`. */
type LiveSession = Omit<Session, 'user'> & Omit<User, 'id'> & { readonly userId: number };

const { owner, support } = sessionLimits;
const limit = (ofOwner: number, ofSupport: number) =>
  `CASE WHEN u.account_id IS NULL THEN interval '${ofSupport} milliseconds' ELSE interval '${ofOwner} milliseconds' END`;

/** Whether the session `s` of the user `u` has not ended. Where passwords are off, one that a password opened has. */
const live = `s.last_seen_at > now() - ${limit(owner.idleMs, support.idleMs)}
  AND s.created_at > now() - ${limit(owner.absoluteMs, support.absoluteMs)}
  AND (s.opened_by <> 'provider' OR s.created_at > now() - interval '${providerSessionMs} milliseconds')`;

/** Per user, so that somebody who knows a password cannot fill the table. */
const maxSessions = 50;

const selectLive = `
  SELECT s.id::float8, s.user_id::float8 AS "userId", s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
    s.password_checked_at AS "passwordCheckedAt", s.address, s.user_agent AS "userAgent", s.is_multi_factor AS "isMultiFactor",
    u.email, u.role, u.account_id::float8 AS "accountId",
    s.last_seen_at < now() - interval '${touchAfterMs} milliseconds' AS "isLastSeenStale",
    s.password_checked_at >= now() - interval '${freshPasswordMs} milliseconds' AS "isPasswordFresh",
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL) AS "secondFactorEnabled"
  FROM sessions s JOIN users u ON u.id = s.user_id AND u.disabled_at IS NULL`;

/** What the user of a session has proved since it was opened. */
export interface ProvenAgain {
  /** Whether the user has just proved who they are, by whatever means. */
  readonly isPasswordChecked: boolean;
  readonly isMultiFactor?: boolean;
}

@Injectable()
export class SessionsRepository {
  private readonly live: string;

  constructor(@Inject(ENV) { PASSWORD_SIGN_IN }: Pick<Env, 'PASSWORD_SIGN_IN'>) {
    this.live = PASSWORD_SIGN_IN ? live : `${live} AND s.opened_by <> 'password'`;
  }

  async insert(
    db: EntityDb,
    session: Pick<SessionRow, 'userId' | 'tokenHash' | 'address' | 'userAgent' | 'openedBy' | 'isMultiFactor'>,
  ): Promise<void> {
    await db.getRepository(SessionRow).insert({ ...session });
  }

  /** The live session with this token. */
  async find(db: Db, tokenHash: Buffer): Promise<Session | undefined> {
    const rows: LiveSession[] = await db.query(`${selectLive} WHERE ${this.live} AND s.token_hash = $1`, [tokenHash]);
    return rows[0] && sessionOf(rows[0]);
  }

  /** Most recently used first. */
  async list(db: Db, userId: number): Promise<Session[]> {
    const rows: LiveSession[] = await db.query(
      `${selectLive} WHERE ${this.live} AND s.user_id = $1 ORDER BY s.last_seen_at DESC, s.id DESC`,
      [userId],
    );
    return rows.map(sessionOf);
  }

  async touch(db: EntityDb, id: number, address: string): Promise<void> {
    await db.getRepository(SessionRow).update({ id }, { lastSeenAt: () => 'now()', address });
  }

  /** Replaces the token of a live session. @returns false when no session has the old token any more. */
  async replaceToken(db: Db, oldHash: Buffer, newHash: Buffer, proven: ProvenAgain): Promise<boolean> {
    const [, renewed] = await db.query(
      `UPDATE sessions s SET token_hash = $2, is_multi_factor = s.is_multi_factor OR $4,
         password_checked_at = CASE WHEN $3 THEN now() ELSE s.password_checked_at END
       FROM users u WHERE u.id = s.user_id AND u.disabled_at IS NULL AND s.token_hash = $1 AND ${this.live}`,
      [oldHash, newHash, proven.isPasswordChecked, proven.isMultiFactor === true],
    );
    return renewed > 0;
  }

  /** Ends a session. @returns false when the user has no such session. */
  async delete(db: EntityDb, id: number, userId: number): Promise<boolean> {
    return isAny(await db.getRepository(SessionRow).delete({ id, userId }));
  }

  /** Ends all sessions of a user. @param exceptId the session that stays, if any. */
  async deleteAll(db: EntityDb, userId: number, exceptId?: number): Promise<void> {
    const others = exceptId === undefined ? {} : { id: Not(exceptId) };
    await db.getRepository(SessionRow).delete({ userId, ...others });
  }

  /** Deletes ended sessions, because they contain client IPs. */
  async deleteEnded(db: Db): Promise<void> {
    await db.query(`DELETE FROM sessions s USING users u WHERE u.id = s.user_id AND NOT (${this.live})`);
  }

  /** Deletes the session that a new one replaces, and the user's sessions that have ended or exceed the limit. */
  async deleteReplaced(db: Db, userId: number, tokenHash: Buffer | null): Promise<void> {
    await db.query(
      `DELETE FROM sessions s USING users u WHERE u.id = s.user_id AND (s.token_hash = $2 OR (u.id = $1 AND (NOT (${this.live})
         OR s.id <= (SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC OFFSET $3 LIMIT 1))))`,
      [userId, tokenHash, maxSessions - 1],
    );
  }
}

function sessionOf({ userId, email, role, accountId, ...session }: LiveSession): Session {
  return { ...session, user: { id: userId, email, role, accountId } };
}
