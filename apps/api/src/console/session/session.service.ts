import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OpenIdProvider } from '../../core/identity/openid/openid-provider';
import { invalidLink, PasswordLinks } from '../../core/identity/password-links';
import { SecurityNotifications } from '../../core/identity/security-notifications';
import { Sessions } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { passwordsOff, SignInMethodsRepository } from '../../core/identity/sign-in-methods.repository';
import { type Credentials, userTarget } from '../../core/identity/user';
import { UsersRepository } from '../../core/identity/users.repository';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { noSuch, Problem, parameterProblem } from '../../platform/problem';
import { isSecondFactorRequired } from '../access/access.guard';
import { BrowserCookies } from '../access/browser-cookies';
import { BrowserSessions } from '../access/browser-sessions';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';
import { OpenIdService } from './openid.service';
import { PasskeySession } from './passkey-session.service';
import {
  type ConfirmPasswordBody,
  type CurrentSession,
  type CurrentSessionView,
  currentSessionView,
  type SessionList,
  type SignInBody,
  type SignInLinkBody,
  sessionView,
  type VisitorView,
} from './session.dto';

@Injectable()
export class SessionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SignIn,
    private readonly sessions: Sessions,
    private readonly browserSessions: BrowserSessions,
    private readonly passkeys: PasskeySession,
    private readonly openId: OpenIdService,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
    private readonly methods: SignInMethodsRepository,
    private readonly provider: OpenIdProvider,
    private readonly links: PasswordLinks,
    private readonly users: UsersRepository,
    private readonly notifications: SecurityNotifications,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Opens a session and sets its cookie. @throws {Problem} see {@link SignIn.authenticate}; `forbidden` when passwords are off */
  async signIn(body: SignInBody, request: DashboardRequest): Promise<CurrentSessionView> {
    if (!this.env.PASSWORD_SIGN_IN) throw passwordsOff(this.env);
    const address = this.origins.addressOf(request);
    const deviceToken = this.cookies.deviceOf(request);
    const { email, password, second_factor: secondFactor } = body;
    const user = await this.credentials.authenticate({ email, password, secondFactor, address, deviceToken });
    await this.browserSessions.open(user, { by: 'password', isMultiFactor: false }, request);
    return this.describeNew(user);
  }

  /** Signs in with a link that the operator has made. @throws {Problem} `not_found`; as {@link SignIn.finish} */
  async signInByLink(body: SignInLinkBody, request: DashboardRequest): Promise<CurrentSessionView> {
    const { userId, purpose, resetsSecondFactor } = await this.links.inspect(body.token);
    const user = await this.users.find(this.dataSource, userId);
    if (purpose !== 'sign_in' || !user) throw invalidLink();
    const { second_factor: secondFactor } = body;
    const address = this.origins.addressOf(request);
    const step = { secondFactor, address, deviceToken: this.cookies.deviceOf(request) };
    await this.credentials.finish(user, step, resetsSecondFactor);
    const stillHolds = (db: EntityManager) => this.links.consume(db, body.token, address);
    await this.browserSessions.open(user, { by: 'link', isMultiFactor: false, stillHolds }, request);
    if (resetsSecondFactor) this.notifications.secondFactorRemoved(user.email);
    return this.describeNew((await this.users.find(this.dataSource, userId))!);
  }

  async describe(session: CurrentSession): Promise<CurrentSessionView> {
    const proofs = await this.methods.permitted(this.dataSource, session.id);
    return currentSessionView(session, isSecondFactorRequired(session, this.env), proofs);
  }

  async describeVisitor(request: DashboardRequest): Promise<VisitorView> {
    const { signedIn: session } = request;
    const [password, provider] = [this.env.PASSWORD_SIGN_IN, this.provider.name];
    const sign_in = { password, provider, waiting: await this.openId.waiting(request) };
    return { session: session ? await this.describe(session) : null, sign_in };
  }

  private describeNew(user: Credentials): Promise<CurrentSessionView> {
    const passwordCheckedAt = new Date(clock.wallMs());
    return this.describe({
      ...user,
      secondFactorEnabled: user.secondFactor !== null,
      isMultiFactor: false,
      passwordCheckedAt,
    });
  }

  async signOut(user: SignedIn, request: DashboardRequest): Promise<void> {
    await this.end(user, user.sessionId, 'user.sign_out');
    this.cookies.endSession(request);
  }

  /**
   * Records that the user has used a passkey or entered the password again, and gives the session a new token.
   * @throws {Problem} `unprocessable_entity` for a passkey, password or code that is not right; `forbidden` when passwords are off, or with
   * reason `second_factor_required`; `unauthorized` when the session has ended; `too_many_requests`; `service_unavailable`
   */
  async confirm(user: SignedIn, body: ConfirmPasswordBody, request: DashboardRequest): Promise<CurrentSessionView> {
    if (body.passkey) await this.passkeys.confirm(user, body.passkey);
    else await this.confirmPassword(user, body);
    await this.browserSessions.confirm(user, this.cookies.sessionHashOf(request), request);
    return this.describe({ ...user, passwordCheckedAt: new Date(clock.wallMs()) });
  }

  private async confirmPassword(user: SignedIn, { password, second_factor: code }: ConfirmPasswordBody): Promise<void> {
    if (!this.env.PASSWORD_SIGN_IN) throw passwordsOff(this.env);
    if (password === undefined) throw parameterProblem('body', 'password', 'or passkey must be given');
    const credentials = await this.credentials.confirmPassword(user, password);
    if (!credentials) throw parameterProblem('body', 'password', 'is not your password');
    if (credentials.secondFactor !== null) await this.requireSecondFactor(user, credentials, code);
  }

  private async requireSecondFactor(user: SignedIn, credentials: Credentials, code: string | undefined): Promise<void> {
    if (code === undefined) {
      const members = { reason: 'second_factor_required' };
      throw new Problem('forbidden', 'Enter the code from your authenticator as well.', { members });
    }
    if (await this.credentials.confirmSecondFactor(user, credentials, code)) return;
    const message = 'is wrong or has already been used';
    throw parameterProblem('body', 'second_factor', message);
  }

  async list(user: SignedIn): Promise<SessionList> {
    const sessions = await this.sessions.list(user.id);
    return { items: sessions.map((session) => sessionView(session, user.sessionId)) };
  }

  async revokeOthers(user: SignedIn): Promise<void> {
    await this.dataSource.transaction(async (db) => {
      await this.sessions.endOthers(db, user.id, user.sessionId);
      await recordAudit(db, { actor: actorOf(user), action: 'user.end_other_sessions', ...userTarget(user) });
    });
  }

  private end(user: SignedIn, sessionId: number, action: string): Promise<boolean> {
    return this.dataSource.transaction(async (db) => {
      if (!(await this.sessions.end(db, sessionId, user.id))) return false;
      await recordAudit(db, { actor: actorOf(user), action, ...userTarget(user) });
      return true;
    });
  }

  /** @throws {Problem} `not_found` unless the session belongs to this user */
  async revoke(user: SignedIn, id: number): Promise<void> {
    if (await this.end(user, id, 'user.end_session')) return;
    throw noSuch('session');
  }
}
