import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PasswordLinks } from '../../core/identity/password-links';
import type { PasswordLink } from '../../core/identity/password-links.repository';
import { Sessions } from '../../core/identity/sessions';
import { SignIn } from '../../core/identity/sign-in';
import { userTarget } from '../../core/identity/user';
import { Users } from '../../core/identity/users';
import { recordAudit } from '../../platform/audit/audit-log.repository';
import { faultsProblem } from '../../platform/http/problem';
import { actorOf, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { RequestOrigins } from '../http/request-origins';
import type { PasswordLinkView } from './security.dto';

@Injectable()
export class PasswordService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: SignIn,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly links: PasswordLinks,
    private readonly origins: RequestOrigins,
  ) {}

  /** @throws {Problem} `unprocessable_entity` when the current one is wrong or the new one is weak, `too_many_requests`. */
  async change(user: SignedIn, current: string, next: string): Promise<void> {
    if (!(await this.credentials.confirmPassword(user, current, user.address))) {
      throw faultsProblem([{ in: 'body', parameter: 'current_password', message: 'is not your password' }]);
    }
    const passwordHash = await this.users.hashChosen(next, user.email, 'new_password');
    await this.dataSource.transaction(async (db) => {
      await this.users.setPassword(db, user.id, passwordHash);
      await this.sessions.endOthers(db, user.id, user.sessionId);
      await recordAudit(db, { actor: actorOf(user), action: 'user.change_password', ...userTarget(user) });
    });
    await this.sessions.confirmPassword(user.sessionId);
  }

  async inspectLink(token: string): Promise<PasswordLinkView> {
    return linkView(await this.links.inspect(token));
  }

  async acceptLink(token: string, password: string, request: DashboardRequest): Promise<PasswordLinkView> {
    return linkView(await this.links.accept(token, password, this.origins.addressOf(request)));
  }
}

function linkView({ purpose, email, expiresAt }: PasswordLink): PasswordLinkView {
  return { purpose, email, expires_at: expiresAt.toISOString() };
}
