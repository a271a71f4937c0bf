import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import { type ChallengeUse, Passkeys } from '../../core/identity/passkeys/passkeys';
import { sessionEnded } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { allowances, SignInThrottles } from '../../core/identity/sign-in-throttles';
import { clock } from '../../platform/clock';
import { Problem, parameterProblem } from '../../platform/problem';
import { BrowserCookies } from '../access/browser-cookies';
import { BrowserSessions } from '../access/browser-sessions';
import type { DashboardRequest, SignedIn } from '../access/signed-in';
import type { WebAuthnOptions } from '../fields/views';
import { RequestOrigins } from '../http/request-origins';
import type { CurrentSession } from './session.dto';

/** Signs in with a passkey, and confirms with one who uses a session. */
@Injectable()
export class PasskeySession {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly credentials: SignIn,
    private readonly throttles: SignInThrottles,
    private readonly browserSessions: BrowserSessions,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
  ) {}

  /** @throws {Problem} `too_many_requests`; see {@link Passkeys.assertionOptions} */
  async signInOptions(request: DashboardRequest): Promise<WebAuthnOptions> {
    const use = this.signInOf(request);
    await this.throttles.take(allowances.begin(this.origins.addressOf(request), use));
    return { public_key: await this.passkeys.assertionOptions(use) };
  }

  /** @throws {Problem} `unauthorized` without a session; `conflict` if the user has no passkey */
  async confirmOptions({ signedIn: user }: DashboardRequest): Promise<WebAuthnOptions> {
    if (!user) throw sessionEnded();
    const options = await this.passkeys.assertionOptions(confirmationIn(user), user.id);
    if (options.allowCredentials?.length === 0) throw new Problem('conflict', 'You have no passkey. Use another way.');
    return { public_key: options };
  }

  /**
   * Opens a session, which counts as opened with both factors.
   * @throws {Problem} see {@link SignIn.authenticateByPasskey}; `conflict` if PUBLIC_URL allows no passkeys
   */
  async signIn(credential: AuthenticationResponseJSON, request: DashboardRequest): Promise<CurrentSession> {
    const address = this.origins.addressOf(request);
    const use = this.signInOf(request);
    const verify = () => this.passkeys.verify(credential, use, address);
    const { user, passkey } = await this.credentials.authenticateByPasskey({ address }, verify);
    const stillHolds = (db: EntityManager) => this.passkeys.isUsable(db, user.id, passkey.id);
    await this.browserSessions.open(user, { by: 'passkey', isMultiFactor: true, stillHolds }, request);
    const proofs = { secondFactorEnabled: user.secondFactor !== null, isMultiFactor: true };
    return { ...user, ...proofs, passwordCheckedAt: new Date(clock.wallMs()) };
  }

  /** @throws {Problem} `unprocessable_entity` unless a passkey of the user has signed a challenge of this session; `too_many_requests` */
  async confirm(user: SignedIn, credential: AuthenticationResponseJSON): Promise<void> {
    const verify = () => this.passkeys.verify(credential, confirmationIn(user), user.address, user.id);
    if (await this.credentials.confirmPasskey(user, verify)) return;
    throw parameterProblem('body', 'passkey', 'was not accepted: try again, or use another way');
  }

  private signInOf(request: DashboardRequest): ChallengeUse {
    return `passkey sign_in browser ${this.cookies.browserOf(request)}`;
  }
}

const confirmationIn = ({ sessionId }: SignedIn): ChallengeUse => `passkey confirm session ${sessionId}`;
