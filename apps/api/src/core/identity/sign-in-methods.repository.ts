import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../../platform/config/env';
import type { Db } from '../../platform/database/db';
import { Problem } from '../../platform/problem';
import { relyingPartyOf } from './relying-party';

/** Whether a user `u` has a credential of each kind. A kind that is added here counts wherever the rules ask. */
const credentials = {
  password: 'u.password_hash IS NOT NULL',
  provider: 'EXISTS (SELECT FROM user_identities i WHERE i.user_id = u.id)',
  passkey: 'EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)',
};

export const signInMethods = ['password', 'provider', 'passkey'] as const;

export type SignInMethod = (typeof signInMethods)[number];

/** Whether a user `u` has joined: the rules about the last owner, invitations, disabling and password links ask this. */
export const hasJoined = `(${Object.values(credentials).join(' OR ')})`;

/** The operator has turned passwords off. One only links its user to the provider. */
export const passwordsOff = ({ OIDC_NAME }: Pick<Env, 'OIDC_NAME'>) =>
  new Problem('forbidden', `Passwords are turned off here. Continue with ${OIDC_NAME}.`);

/** With what users can sign in. */
@Injectable()
export class SignInMethodsRepository {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'PASSWORD_SIGN_IN' | 'OIDC_ISSUER' | 'PUBLIC_URL' | 'PORT'>,
  ) {}

  /** With which credentials a user can sign in here, and prove again who they are. */
  async permitted(db: Db, userId: number): Promise<SignInMethod[]> {
    const rows: { method: SignInMethod }[] = await db.query(
      `SELECT method FROM users u, LATERAL (VALUES
         ('password', $2 AND ${credentials.password}),
         ('provider', EXISTS (SELECT FROM user_identities i WHERE i.user_id = u.id AND i.issuer = $3)),
         ('passkey', EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id AND p.host = $4))
       ) AS methods (method, is_permitted) WHERE u.id = $1 AND is_permitted`,
      [userId, this.env.PASSWORD_SIGN_IN, this.env.OIDC_ISSUER ?? null, relyingPartyOf(this.env)?.id ?? null],
    );
    return rows.map(({ method }) => method);
  }

  /**
   * For a transaction that has locked the user and removed a credential: a sign-in that this installation permits must remain.
   * @throws {Problem} `conflict`
   */
  async requireOne(db: Db, userId: number): Promise<void> {
    if ((await this.permitted(db, userId)).length > 0) return;
    throw new Problem('conflict', 'This is your only way to sign in. Add another one before you remove it.');
  }
}
