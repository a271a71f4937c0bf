import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../platform/config/env';
import type { Db } from '../../platform/database/db';
import { Problem } from '../../platform/problem';

/** Whether a user `u` has a credential of each kind. A kind that is added here counts wherever the rules ask. */
const credentials = {
  password: 'u.password_hash IS NOT NULL',
  provider: 'EXISTS (SELECT FROM user_identities i WHERE i.user_id = u.id)',
};

/** Whether a user `u` has joined: the rules about the last owner, invitations, disabling and password links ask this. */
export const hasJoined = `(${Object.values(credentials).join(' OR ')})`;

/** With what users can sign in. */
@Injectable()
export class SignInMethodsRepository {
  constructor(@Inject(ENV) private readonly env: Pick<Env, 'PASSWORD_SIGN_IN' | 'OIDC_ISSUER'>) {}

  /**
   * For a transaction that has locked the user and removed a credential: a sign-in that this installation permits must remain.
   * @throws {Problem} `conflict`
   */
  async requireOne(db: Db, userId: number): Promise<void> {
    const rows: unknown[] = await db.query(
      `SELECT FROM users u WHERE u.id = $1 AND (
         ($2 AND ${credentials.password})
         OR EXISTS (SELECT FROM user_identities i WHERE i.user_id = u.id AND i.issuer = $3))`,
      [userId, this.env.PASSWORD_SIGN_IN, this.env.OIDC_ISSUER ?? null],
    );
    if (rows.length === 0)
      throw new Problem('conflict', 'This is your only way to sign in. Add another one before you remove it.');
  }
}
