import type { EntityManager } from 'typeorm';
import type { Credentials, Role, User } from './user';

interface Row {
  id: string;
  email: string;
  role: Role;
  account_id: string | null;
}

interface CredentialsRow extends Row {
  password_hash: string | null;
  sealed_secret: string | null;
  last_step: string | null;
}

/** Whoever is disabled has no password that could be right, as somebody who was never let in. */
const selectCredentials = `
  SELECT u.id, u.email, u.role, u.account_id, CASE WHEN u.disabled_at IS NULL THEN u.password_hash END AS password_hash,
    f.sealed_secret, f.last_step FROM users u
  LEFT JOIN second_factors f ON f.user_id = u.id AND f.enabled_at IS NOT NULL`;

/** The statements on `users`, in the transaction of `db`. */
export class UsersRepository {
  constructor(private readonly db: EntityManager) {}

  /** The new user's id; undefined when the address is taken. */
  async insert(user: Omit<Credentials, 'id' | 'secondFactor'>): Promise<number | undefined> {
    const rows: { id: string }[] = await this.db.query(
      `INSERT INTO users (email, role, account_id, password_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT (email) DO NOTHING RETURNING id`,
      [user.email, user.role, user.accountId, user.passwordHash],
    );
    return rows[0] && Number(rows[0].id);
  }

  /** @param email in lower case. */
  async findByEmail(email: string): Promise<Credentials | undefined> {
    const rows: CredentialsRow[] = await this.db.query(`${selectCredentials} WHERE u.email = $1`, [email]);
    return rows[0] && credentialsOf(rows[0]);
  }

  async find(id: number): Promise<Credentials | undefined> {
    const rows: CredentialsRow[] = await this.db.query(`${selectCredentials} WHERE u.id = $1`, [id]);
    return rows[0] && credentialsOf(rows[0]);
  }

  async setPassword(id: number, passwordHash: string): Promise<void> {
    await this.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, passwordHash]);
  }
}

function userOf(row: Row): User {
  return {
    id: Number(row.id),
    email: row.email,
    role: row.role,
    accountId: row.account_id === null ? null : Number(row.account_id),
  };
}

function credentialsOf(row: CredentialsRow): Credentials {
  const { sealed_secret: sealedSecret, last_step: lastStep } = row;
  return {
    ...userOf(row),
    passwordHash: row.password_hash,
    secondFactor: sealedSecret === null ? null : { sealedSecret, lastStep: Number(lastStep) },
  };
}
