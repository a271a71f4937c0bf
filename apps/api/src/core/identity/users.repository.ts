import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { rowReader } from '../../platform/database/row-reader';
import type { Credentials, Member, MemberRole, User } from './user';

type CredentialsRow = Omit<Credentials, 'secondFactor'> & { encryptedSecret: string | null; lastStep: number | null };

const credentialsRowOf = rowReader<CredentialsRow>('id', 'accountId', 'lastStep');
const memberOf = rowReader<Member>('id', 'accountId');

/** Of a user `u`: what they sign in with, or where an owner's invitation went that nobody has accepted. */
export const addressOfUser = 'coalesce(u.email, u.invited_email) AS email';

/** A disabled user gets no password hash, like one who has not accepted an invitation: no password matches. */
const selectCredentials = `
  SELECT u.id, ${addressOfUser}, u.role, u.account_id, CASE WHEN u.disabled_at IS NULL THEN u.password_hash END AS password_hash,
    f.encrypted_secret, f.last_step FROM users u
  LEFT JOIN second_factors f ON f.user_id = u.id AND f.enabled_at IS NOT NULL`;

const selectMembers = `
  SELECT u.id, ${addressOfUser}, u.role, u.account_id, u.created_at, u.disabled_at, u.password_hash IS NOT NULL AS has_password,
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL) AS second_factor_enabled,
    (SELECT max(last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at
  FROM users u`;

@Injectable()
export class UsersRepository {
  /** The new user's id; undefined when the address is taken. */
  async insert(db: Db, user: Omit<Credentials, 'id' | 'secondFactor'>): Promise<number | undefined> {
    const rows: { id: string }[] = await db.query(
      `INSERT INTO users (email, role, account_id, password_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT (email) DO NOTHING RETURNING id`,
      [user.email, user.role, user.accountId, user.passwordHash],
    );
    return rows[0] && Number(rows[0].id);
  }

  /** Somebody who may join an account, whoever else has the address: it is taken when they do. */
  async insertInvited(db: Db, { email, role, accountId }: Omit<User, 'id'>): Promise<number> {
    const rows: { id: string }[] = await db.query(
      'INSERT INTO users (invited_email, role, account_id) VALUES ($1, $2, $3) RETURNING id',
      [email, role, accountId],
    );
    return Number(rows[0]!.id);
  }

  /** Not by the address of an open invitation from an owner. @param email in lower case. */
  async findByEmail(db: Db, email: string): Promise<Credentials | undefined> {
    const rows: Record<string, unknown>[] = await db.query(`${selectCredentials} WHERE u.email = $1`, [email]);
    return rows[0] && credentialsOf(rows[0]);
  }

  async find(db: Db, id: number): Promise<Credentials | undefined> {
    const rows: Record<string, unknown>[] = await db.query(`${selectCredentials} WHERE u.id = $1`, [id]);
    return rows[0] && credentialsOf(rows[0]);
  }

  /**
   * Locks a user whose password or second factor is about to change, before anything else is: sign-ins under way end
   * first, or wait and then fail {@link isUnchanged}.
   */
  async lock(db: Db, id: number): Promise<void> {
    await db.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /** Whether the user may still sign in with the credentials that were checked; if so, until the transaction ends. */
  async isUnchanged(db: Db, { id, passwordHash, secondFactor }: Credentials): Promise<boolean> {
    const locked: unknown[] = await db.query(
      'SELECT FROM users WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL FOR SHARE',
      [id, passwordHash],
    );
    // A statement of its own: it sees what the transaction that held the lock has committed.
    const factors: unknown[] = await db.query(
      `SELECT FROM users u LEFT JOIN second_factors f ON f.user_id = u.id AND f.enabled_at IS NOT NULL
       WHERE u.id = $1 AND f.encrypted_secret IS NOT DISTINCT FROM $2`,
      [id, secondFactor?.encryptedSecret ?? null],
    );
    return locked.length > 0 && factors.length > 0;
  }

  /** Who was invited has the address from now on: a unique violation where somebody else has it. */
  async setPassword(db: Db, id: number, passwordHash: string): Promise<void> {
    await db.query(
      `UPDATE users SET password_hash = $2, email = coalesce(email, invited_email), invited_email = NULL WHERE id = $1`,
      [id, passwordHash],
    );
  }

  async listOwners(db: Db, accountId: number): Promise<Member[]> {
    return (await this.listMembers(db, accountId)).filter(({ role }) => role === 'owner');
  }

  async listMembers(db: Db, accountId: number): Promise<Member[]> {
    return (await db.query(`${selectMembers} WHERE u.account_id = $1 ORDER BY u.id`, [accountId])).map(memberOf);
  }

  /**
   * Locks an account and lists and locks its members: changes are serialized, so two owners cannot demote each other. The lock of the
   * account holds off members who are not there yet.
   */
  async lockMembers(db: Db, accountId: number): Promise<Member[]> {
    await db.query('SELECT FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
    const sql = `${selectMembers} WHERE u.account_id = $1 ORDER BY u.id FOR UPDATE OF u`;
    return (await db.query(sql, [accountId])).map(memberOf);
  }

  async setRole(db: Db, accountId: number, id: number, role: MemberRole): Promise<void> {
    await db.query('UPDATE users SET role = $3 WHERE account_id = $1 AND id = $2', [accountId, id, role]);
  }

  /** With their sessions, second factor and links; what they did stays in the audit log. */
  async deleteMember(db: Db, accountId: number, id: number): Promise<void> {
    await db.query('DELETE FROM users WHERE account_id = $1 AND id = $2', [accountId, id]);
  }

  async listStaff(db: Db): Promise<Member[]> {
    return (await db.query(`${selectMembers} WHERE u.role = 'support' ORDER BY u.id`)).map(memberOf);
  }

  /** Lists and locks staff: changes are serialized, so two members cannot disable each other. */
  async lockStaff(db: Db): Promise<Member[]> {
    const rows = await db.query(`${selectMembers} WHERE u.role = 'support' ORDER BY u.id FOR UPDATE OF u`);
    return rows.map(memberOf);
  }

  async setDisabled(db: Db, id: number, disabled: boolean): Promise<void> {
    await db.query('UPDATE users SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [id, disabled]);
  }
}

function credentialsOf(row: Record<string, unknown>): Credentials {
  const { encryptedSecret, lastStep, ...user } = credentialsRowOf(row);
  return { ...user, secondFactor: encryptedSecret === null ? null : { encryptedSecret, lastStep: lastStep! } };
}
