import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { Sessions } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { userTarget } from '../../core/identity/user';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import { faultsProblem, Problem } from '../../platform/http/problem';
import { isSecondFactorRequired } from '../access/access.guard';
import { endedSessionCookie, readSessionCookie, sessionCookie } from '../access/session-cookie';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';
import {
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
    private readonly origins: RequestOrigins,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Opens a session and sets its cookie. @throws {Problem} as {@link SignIn.authenticate} does. */
  async signIn(body: SignInBody, request: DashboardRequest, response: Response): Promise<CurrentSessionView> {
    const address = this.origins.addressOf(request);
    const { email, password, second_factor: secondFactor } = body;
    const user = await this.credentials.authenticate({ email, password, secondFactor, address });
    const overTls = this.origins.isOverTls(request);
    const client = { address, userAgent: request.headers['user-agent'] ?? '' };
    const replaced = readSessionCookie(request.headers.cookie, overTls);
    const token = await this.dataSource.transaction(async (db) => {
      await recordAudit(db, { actor: actorOf({ ...user, address }), action: 'user.sign_in', ...userTarget(user) });
      return this.sessions.open(db, user.id, client, replaced);
    });
    response.setHeader('set-cookie', sessionCookie(token, overTls));
    const { secondFactorEnabled, passwordCheckedAt } = (await this.sessions.find(token, address))!;
    return this.describe({ ...user, secondFactorEnabled, passwordCheckedAt });
  }

  describe(session: CurrentSession): CurrentSessionView {
    return currentSessionView(session, isSecondFactorRequired(session, this.env));
  }

  async signOut(user: SignedIn, request: DashboardRequest, response: Response): Promise<void> {
    await this.sessions.end(user.sessionId, user.id);
    response.setHeader('set-cookie', endedSessionCookie(this.origins.isOverTls(request)));
  }

  /** @throws {Problem} `unprocessable_entity` for a wrong password, `too_many_requests`. */
  async confirmPassword(user: SignedIn, password: string): Promise<CurrentSessionView> {
    const isRight = await this.credentials.confirmPassword(user, password, user.address);
    if (!isRight) throw faultsProblem([{ in: 'body', parameter: 'password', message: 'is not your password' }]);
    await this.sessions.confirmPassword(user.sessionId);
    return this.describe({ ...user, passwordCheckedAt: new Date() });
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

  /** @throws {Problem} `not_found` unless it is a session of this user. */
  async revoke(user: SignedIn, id: number): Promise<void> {
    if (await this.sessions.end(id, user.id)) return;
    throw new Problem('not_found', 'There is no such session.');
  }
}
