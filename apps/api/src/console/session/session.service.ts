import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Sessions } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { type Credentials, userTarget } from '../../core/identity/user';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { Problem, parameterProblem } from '../../platform/problem';
import { isSecondFactorRequired } from '../access/access.guard';
import { BrowserCookies } from '../access/browser-cookies';
import { BrowserSessions } from '../access/browser-sessions';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';
import {
  type ConfirmPasswordBody,
  type CurrentSession,
  type CurrentSessionView,
  currentSessionView,
  type SessionList,
  type SignInBody,
  sessionView,
} from './session.dto';

@Injectable()
export class SessionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SignIn,
    private readonly sessions: Sessions,
    private readonly browserSessions: BrowserSessions,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Opens a session and sets its cookie. @throws {Problem} see {@link SignIn.authenticate} */
  async signIn(body: SignInBody, request: DashboardRequest): Promise<CurrentSessionView> {
    const address = this.origins.addressOf(request);
    const deviceToken = this.cookies.deviceOf(request);
    const { email, password, second_factor: secondFactor } = body;
    const user = await this.credentials.authenticate({ email, password, secondFactor, address, deviceToken });
    await this.browserSessions.open(user, { by: 'password', isMultiFactor: false }, request);
    return this.describe({
      ...user,
      secondFactorEnabled: user.secondFactor !== null,
      isMultiFactor: false,
      passwordCheckedAt: new Date(clock.wallMs()),
    });
  }

  describe(session: CurrentSession): CurrentSessionView {
    return currentSessionView(session, isSecondFactorRequired(session, this.env));
  }

  async signOut(user: SignedIn, request: DashboardRequest): Promise<void> {
    await this.end(user, user.sessionId, 'user.sign_out');
    this.cookies.endSession(request);
  }

  /**
   * Records that the password was entered again, and gives the session a new token.
   * @throws {Problem} `unprocessable_entity` for a wrong password or code; `forbidden` with reason
   * `second_factor_required`; `unauthorized` when the session has ended; `too_many_requests`; `service_unavailable`
   */
  async confirm(user: SignedIn, body: ConfirmPasswordBody, request: DashboardRequest): Promise<CurrentSessionView> {
    const credentials = await this.credentials.confirmPassword(user, body.password);
    if (!credentials) throw parameterProblem('body', 'password', 'is not your password');
    if (credentials.secondFactor !== null) await this.requireSecondFactor(user, credentials, body.second_factor);
    await this.browserSessions.confirm(user, this.cookies.sessionHashOf(request), request);
    return this.describe({ ...user, passwordCheckedAt: new Date(clock.wallMs()) });
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
    throw new Problem('not_found', 'There is no such session.');
  }
}
