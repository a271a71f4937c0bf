import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ProvenSignIn, Sessions } from '../../core/identity/sessions';
import { type Credentials, type User, userTarget } from '../../core/identity/user';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { RequestOrigins } from '../http/request-origins';
import { BrowserCookies } from './browser-cookies';
import { actorOf, type DashboardRequest } from './signed-in';

/** Turns a proof, of whatever kind, into a browser's session, or refreshes the session that it has. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly cookies: BrowserCookies,
    private readonly origins: RequestOrigins,
  ) {}

  /**
   * Opens a session and sets the cookies. `SignIn.finish` comes first.
   * @throws {Problem} `unauthorized` when the user or the credential has changed since it was checked
   */
  async open(user: Credentials, proven: ProvenSignIn, request: DashboardRequest): Promise<void> {
    const address = this.origins.addressOf(request);
    const client = { address, userAgent: request.headers['user-agent'] ?? '' };
    const token = await this.dataSource.transaction(async (db) => {
      const opened = await this.sessions.open(db, user, proven, client, this.cookies.sessionOf(request));
      const actor = actorOf({ ...user, address });
      const detail = { by: proven.by };
      await recordAudit(db, { actor, action: 'user.sign_in', ...userTarget(user), detail });
      return opened;
    });
    this.cookies.setSession(request, token, user.role);
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
}
