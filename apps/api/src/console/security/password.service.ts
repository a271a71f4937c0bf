import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PasswordLinks } from '../../core/identity/password-links';
import { type PasswordLink, PasswordLinksRepository } from '../../core/identity/password-links.repository';
import { SecurityNotifications } from '../../core/identity/security-notifications';
import { Sessions } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { passwordsOff } from '../../core/identity/sign-in-methods.repository';
import { userTarget } from '../../core/identity/user';
import { Users } from '../../core/identity/users';
import { UsersRepository } from '../../core/identity/users.repository';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import { parameterProblem } from '../../platform/problem';
import { requireFreshPassword } from '../access/access.guard';
import { BrowserCookies } from '../access/browser-cookies';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';
import type { PasswordLinkView } from './security.dto';

@Injectable()
export class PasswordService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SignIn,
    private readonly users: Users,
    private readonly repository: UsersRepository,
    private readonly sessions: Sessions,
    private readonly links: PasswordLinks,
    private readonly openLinks: PasswordLinksRepository,
    private readonly cookies: BrowserCookies,
    private readonly notifications: SecurityNotifications,
    private readonly origins: RequestOrigins,
    @Inject(ENV) private readonly env: Pick<Env, 'PASSWORD_SIGN_IN' | 'OIDC_NAME'>,
  ) {}

  /**
   * Is no fresh proof. @param current may be missing only for a user without a password, whose proof must then be fresh.
   * @throws {Problem} for a wrong or weak password, too many attempts, an ended session, and when passwords are off
   */
  async change(user: SignedIn, current: string | undefined, next: string, request: DashboardRequest): Promise<void> {
    if (!this.env.PASSWORD_SIGN_IN) throw passwordsOff(this.env);
    const isFirst = (await this.repository.find(this.dataSource, user.id))?.passwordHash === null;
    if (isFirst) requireFreshPassword(user);
    else if (current === undefined || !(await this.credentials.confirmPassword(user, current)))
      throw parameterProblem('body', 'current_password', 'is not your password');
    const passwordHash = await this.users.hashChosen(next, user.email, 'new_password');
    const { token, changed } = await this.dataSource.transaction(async (db) => {
      await this.repository.setPassword(db, user.id, passwordHash);
      await this.openLinks.deleteOf(db, user.id);
      await this.sessions.endOthers(db, user.id, user.sessionId);
      await recordAudit(db, { actor: actorOf(user), action: 'user.change_password', ...userTarget(user) });
      // Throws if a concurrent reset has ended this session, so the new password of the reset stays.
      const renewed = await this.sessions.renew(db, this.cookies.sessionHashOf(request), { isPasswordChecked: false });
      return { token: renewed, changed: (await this.repository.find(db, user.id))! };
    });
    this.notifications.passwordChanged(user.email);
    this.cookies.setSession(request, token, user.role);
    await this.cookies.setDevice(request, changed);
  }

  async inspectLink(token: string): Promise<PasswordLinkView> {
    return linkView(await this.links.inspect(token));
  }

  async acceptLink(token: string, password: string, request: DashboardRequest): Promise<PasswordLinkView> {
    const { user, ...link } = await this.links.accept(token, password, this.origins.addressOf(request));
    this.notifications.passwordChanged(link.email);
    if (link.resetsSecondFactor) this.notifications.secondFactorRemoved(link.email);
    await this.cookies.setDevice(request, user);
    return linkView(link);
  }
}

function linkView({ purpose, email, accountName, expiresAt }: PasswordLink): PasswordLinkView {
  return { purpose, email, account_name: accountName, expires_at: expiresAt.toISOString() };
}
