import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Passkeys } from '../../core/identity/passkeys/passkeys';
import { type ProvenSignIn, Sessions } from '../../core/identity/sessions';
import { type Credentials, type User, userTarget } from '../../core/identity/user';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import { Problem } from '../../platform/problem';
import { RequestOrigins } from '../http/request-origins';
import { isSecondFactorRequired } from './access.guard';
import { BrowserCookies } from './browser-cookies';
import { actorOf, type DashboardRequest } from './signed-in';

/** The cookie of what is left to do after a visit to the provider. */
export const providerStep = 'loupe_oidc_step';

/** Turns a proof, of whatever kind, into a browser's session, or refreshes the session that it has. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
    private readonly passkeys: Passkeys,
    @Inject(ENV) private readonly env: Pick<Env, 'REQUIRE_STAFF_TOTP'>,
  ) {}

  /**
   * Opens a session and sets the cookies. `SignIn.finish` comes first.
   * @param replaced hash of the token of the browser's previous session, which ends; that of its cookie by default
   * @throws {Problem} `unauthorized` when the user or the credential has changed since it was checked
   */
  async open(
    user: Credentials,
    proven: ProvenSignIn,
    request: DashboardRequest,
    replaced = this.cookies.sentSessionHash(request),
  ): Promise<void> {
    const address = this.origins.addressOf(request);
    const client = { address, userAgent: request.headers['user-agent'] ?? '' };
    const token = await this.dataSource.transaction(async (db) => {
      const opened = await this.sessions.open(db, user, proven, client, replaced);
      if (!proven.isMultiFactor) await this.requirePasskey(db, user);
      const actor = actorOf({ ...user, address });
      const detail = { by: proven.by };
      await recordAudit(db, { actor, action: 'user.sign_in', ...userTarget(user), detail });
      return opened;
    });
    this.cookies.setSession(request, token, user.role);
    // Whoever the provider has authenticated before belongs to nobody who signs in otherwise.
    this.cookies.endAttempt(request, providerStep);
    await this.cookies.setDevice(request, user);
  }

  /**
   * Records that the user of a session has proved again who they are, and gives the session a new token. Sensitive changes are
   * possible for the next ten minutes. @param sessionHash of the session's present token
   * @throws {Problem} `unauthorized` when the session has ended, or a concurrent request has renewed it
   */
  async confirm({ role }: Pick<User, 'role'>, sessionHash: Buffer, request: DashboardRequest): Promise<void> {
    const token = await this.sessions.renew(this.dataSource, sessionHash, { isPasswordChecked: true });
    this.cookies.setSession(request, token, role);
  }

  /**
   * Whoever has only the password could otherwise set up a second factor of their own.
   * @throws {Problem} `unauthorized` when the operator requires two factors, and a passkey is the only second one
   */
  private async requirePasskey(db: EntityManager, user: Credentials): Promise<void> {
    if (user.secondFactor !== null || !isSecondFactorRequired(user, this.env)) return;
    if (await this.passkeys.isUsable(db, user.id)) throw passkeyRequired;
  }
}

export const passkeyRequired = new Problem(
  'unauthorized',
  'Sign in with your passkey: the operator requires two factors.',
);
