import type { EntityManager } from 'typeorm';
import type { Member, Role } from './user';

interface Row {
  id: string;
  email: string;
  role: Role;
  account_id: string | null;
  has_password: boolean;
  second_factor_enabled: boolean;
  last_seen_at: Date | null;
  created_at: Date;
  disabled_at: Date | null;
}

const selectMembers = `
  SELECT u.*, u.password_hash IS NOT NULL AS has_password,
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL) AS second_factor_enabled,
    (SELECT max(last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS last_seen_at
  FROM users u`;

/** Who belongs to an account, or to support: as staff sees them, in the transaction of `db`. Longest-standing first. */
export class MembersRepository {
  constructor(private readonly db: EntityManager) {}

  async ownersOf(accountId: number): Promise<Member[]> {
    return (await this.db.query(`${selectMembers} WHERE u.account_id = $1 ORDER BY u.id`, [accountId])).map(memberOf);
  }

  async staff(): Promise<Member[]> {
    return (await this.db.query(`${selectMembers} WHERE u.role = 'support' ORDER BY u.id`)).map(memberOf);
  }

  /** The same, locked: whoever changes staff does so one after the other, so that no two lock each other out. */
  async lockedStaff(): Promise<Member[]> {
    const rows = await this.db.query(`${selectMembers} WHERE u.role = 'support' ORDER BY u.id FOR UPDATE OF u`);
    return rows.map(memberOf);
  }

  async setDisabled(id: number, disabled: boolean): Promise<void> {
    await this.db.query('UPDATE users SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [id, disabled]);
  }
}

function memberOf(row: Row): Member {
  return {
    id: Number(row.id),
    email: row.email,
    role: row.role,
    accountId: row.account_id === null ? null : Number(row.account_id),
    hasPassword: row.has_password,
    secondFactorEnabled: row.second_factor_enabled,
    lastSeenAt: row.last_seen_at,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}
