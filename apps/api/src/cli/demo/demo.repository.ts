import { Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Db } from '../../platform/database/db';

/** An arbitrary fixed number. Serialises processes that create the demo account. */
const demoLock = 7_305_050;

interface NewPerson {
  readonly email: string;
  readonly passwordHash: string;
}

@Injectable()
export class DemoRepository {
  async lock(db: QueryRunner): Promise<void> {
    await db.query('SELECT pg_advisory_lock($1)', [demoLock]);
  }

  async unlock(db: QueryRunner): Promise<void> {
    await db.query('SELECT pg_advisory_unlock($1)', [demoLock]);
  }

  async knows(db: Db, keyHash: Buffer, emails: readonly [string, string]): Promise<boolean> {
    const [{ known }] = await db.query(
      `SELECT EXISTS (SELECT FROM api_keys WHERE hash = $1 AND revoked_at IS NULL)
          AND (SELECT count(*) = 2 FROM users WHERE email IN ($2, $3)) AS known`,
      [keyHash, ...emails],
    );
    return known;
  }

  async isTaken(db: Db, email: string): Promise<boolean> {
    const [{ taken }] = await db.query('SELECT EXISTS (SELECT FROM users WHERE email = $1) AS taken', [email]);
    return taken;
  }

  async insertAccount(db: Db, owner: NewPerson, key: { hash: Buffer; prefix: string }): Promise<number> {
    const [{ id }] = await db.query(`INSERT INTO accounts (kind, name) VALUES ('customer', 'Demo') RETURNING id`);
    await db.query(`INSERT INTO users (email, role, account_id, password_hash) VALUES ($1, 'owner', $2, $3)`, [
      owner.email,
      id,
      owner.passwordHash,
    ]);
    await db.query(`INSERT INTO api_keys (account_id, hash, prefix, name) VALUES ($1, $2, $3, 'Demo key')`, [
      id,
      key.hash,
      key.prefix,
    ]);
    return Number(id);
  }

  async insertSupport(db: Db, { email, passwordHash }: NewPerson): Promise<void> {
    await db.query(`INSERT INTO users (email, role, account_id, password_hash) VALUES ($1, 'support', NULL, $2)`, [
      email,
      passwordHash,
    ]);
  }
}
