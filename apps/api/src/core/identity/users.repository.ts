import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { type Db, type EntityDb, generatedId } from '../../platform/database/db';
import { UserRow } from '../../platform/database/entities/users';
import { hasJoined } from './sign-in-methods.repository';
import type { Credentials, Member, MemberRole, User } from './user';

/** The email address of a user `u`: the address for signing in, or the address of an open invitation by an owner. */
export const addressOfUser = 'coalesce(u.email, u.invited_email) AS email';

const selectMembers = `
  SELECT u.id::float8, ${addressOfUser}, u.role, u.account_id::float8 AS "accountId", u.created_at AS "createdAt", u.disabled_at AS "disabledAt",
    ${hasJoined} AS "hasJoined",
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL) AS "secondFactorEnabled",
    (SELECT max(last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS "lastSeenAt"
  FROM users u`;

@Injectable()
export class UsersRepository {
  /** @returns the new user's id; undefined when the address is taken. */
  async insert(db: Db, user: Omit<Credentials, 'id' | 'secondFactor'>): Promise<number | undefined> {
    const rows: { id: string }[] = await db.query(
      `INSERT INTO users (email, role, account_id, password_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT (email) DO NOTHING RETURNING id`,
      [user.email, user.role, user.accountId, user.passwordHash],
    );
    return rows[0] && Number(rows[0].id);
  }

  /** Inserts an invited user and returns the id. Another user may have the same address until the invitation is accepted. */
  async insertInvited(db: EntityDb, { email: invitedEmail, role, accountId }: Omit<User, 'id'>): Promise<number> {
    return generatedId(await db.getRepository(UserRow).insert({ invitedEmail, role, accountId }));
  }

  /** Does not find users by the address of an owner's open invitation. @param email in lower case. */
  findByEmail(db: EntityDb, email: string): Promise<Credentials | undefined> {
    return this.findWhere(db, { email });
  }

  find(db: EntityDb, id: number): Promise<Credentials | undefined> {
    return this.findWhere(db, { id });
  }

  async hasJoined(db: Db, id: number): Promise<boolean> {
    const rows: unknown[] = await db.query(`SELECT FROM users u WHERE u.id = $1 AND ${hasJoined}`, [id]);
    return rows.length > 0;
  }

  /**
   * Locks a user whose password or second factor is about to change. This must be the transaction's first lock: a concurrent
   * sign-in then either finishes before it, or waits and fails {@link isUnchanged}.
   */
  async lock(db: Db, id: number): Promise<void> {
    await db.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /** Whether the credentials that were checked are still valid. Locks them until the transaction ends. */
  async isUnchanged(db: Db, { id, passwordHash, secondFactor }: Credentials): Promise<boolean> {
    const locked: unknown[] = await db.query(
      'SELECT FROM users WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 AND disabled_at IS NULL FOR SHARE',
      [id, passwordHash],
    );
    // A separate statement, so that it sees the changes of the transaction that held the lock.
    const factors: unknown[] = await db.query(
      `SELECT FROM users u LEFT JOIN second_factors f ON f.user_id = u.id AND f.enabled_at IS NOT NULL
       WHERE u.id = $1 AND f.encrypted_secret IS NOT DISTINCT FROM $2`,
      [id, secondFactor?.encryptedSecret ?? null],
    );
    return locked.length > 0 && factors.length > 0;
  }

  /** Also does what {@link join} does. */
  async setPassword(db: EntityDb, id: number, passwordHash: string): Promise<void> {
    await this.join(db, id);
    await db.getRepository(UserRow).update({ id }, { passwordHash });
  }

  /** Reserves the address of an invited user. Fails with a unique violation when somebody else has it. */
  async join(db: EntityDb, id: number): Promise<void> {
    const joined = { email: () => 'coalesce(email, invited_email)', invitedEmail: null };
    await db.getRepository(UserRow).update({ id }, joined);
  }

  /** Oldest first. */
  async listOwners(db: Db, accountId: number): Promise<Member[]> {
    return (await this.listMembers(db, accountId)).filter(({ role }) => role === 'owner');
  }

  /** Oldest first. */
  listMembers(db: Db, accountId: number): Promise<Member[]> {
    return members(db, 'u.account_id = $1 ORDER BY u.id', [accountId]);
  }

  /**
   * Locks an account and its members, and lists the members. Meanwhile, another owner can neither invite members nor
   * change them: two owners cannot demote each other.
   */
  async lockMembers(db: Db, accountId: number): Promise<Member[]> {
    await db.query('SELECT FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
    await db.query('SELECT FROM users WHERE account_id = $1 ORDER BY id FOR UPDATE', [accountId]);
    // A separate statement, so that it sees the credentials that were added while this transaction waited.
    return this.listMembers(db, accountId);
  }

  async setRole(db: EntityDb, accountId: number, id: number, role: MemberRole): Promise<void> {
    await db.getRepository(UserRow).update({ accountId, id }, { role });
  }

  /** Also deletes their sessions, second factor and links. Their audit entries stay. */
  async deleteMember(db: EntityDb, accountId: number, id: number): Promise<void> {
    await db.getRepository(UserRow).delete({ accountId, id });
  }

  /** Support users, oldest first. */
  listStaff(db: Db, afterId: number, limit: number): Promise<Member[]> {
    return members(db, `u.account_id IS NULL AND u.id > $1 ORDER BY u.id LIMIT $2`, [afterId, limit]);
  }

  /** Locks and lists support users, so that two of them cannot disable each other concurrently. */
  lockStaff(db: Db): Promise<Member[]> {
    return members(db, `u.account_id IS NULL ORDER BY u.id FOR UPDATE OF u`);
  }

  /** Only support users can be disabled. */
  async setDisabled(db: EntityDb, id: number, disabled: boolean): Promise<void> {
    await db.getRepository(UserRow).update({ id }, { disabledAt: disabled ? () => 'now()' : null });
  }

  private async findWhere(db: EntityDb, where: FindOptionsWhere<UserRow>): Promise<Credentials | undefined> {
    // Not findOne(): with a limit and a join, TypeORM runs two statements.
    const [user] = await db.getRepository(UserRow).find({ where, relations: { secondFactor: true } });
    return user && credentialsOf(user);
  }
}

function members(db: Db, condition: string, values?: unknown[]): Promise<Member[]> {
  return db.query(`${selectMembers} WHERE ${condition}`, values);
}

/** A disabled user gets no password hash, so that no password matches. */
function credentialsOf({
  id,
  email,
  invitedEmail,
  role,
  accountId,
  passwordHash,
  disabledAt,
  secondFactor,
}: UserRow): Credentials {
  return {
    id,
    email: (email ?? invitedEmail)!,
    role,
    accountId,
    passwordHash: disabledAt ? null : passwordHash,
    secondFactor: secondFactor?.enabledAt ? secondFactor : null,
  };
}
