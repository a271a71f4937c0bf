import type { EntityManager } from 'typeorm';
import { recordAudit } from '../audit/audit-log';
import { publicUrlOf } from '../config/public-url';
import { PasswordHasher } from '../dashboard/identity/password-hasher';
import { PasswordLinks } from '../dashboard/identity/password-links';
import type { LinkPurpose } from '../dashboard/identity/password-links.repository';
import type { User } from '../dashboard/identity/user';
import { type NewUser, Users } from '../dashboard/identity/users';
import { operator, type Workplace } from './command';

type Facts = Record<string, string>;

/** Users and the one-time links with which they set a password, as the operator makes them. */
export class Newcomers {
  readonly users = new Users(new PasswordHasher());
  private readonly links: PasswordLinks;

  constructor(private readonly workplace: Workplace) {
    this.links = new PasswordLinks(workplace.dataSource, this.users);
  }

  /**
   * Makes a user in the caller's transaction, and a link where there is no password.
   * @param prefix of the options `email` and `password`, for faults.
   */
  async admit(db: EntityManager, newcomer: NewUser, prefix = ''): Promise<Facts> {
    const user = await this.users.create(db, newcomer, prefix);
    await audit(db, 'user.create', user, { email: user.email, role: user.role });
    const link = newcomer.password === undefined ? await this.link(db, user, 'invitation', false) : {};
    return { user_id: `${user.id}`, email: user.email, ...link };
  }

  /** Makes a link for a user of either role, in the caller's transaction. The user's last one stops working. */
  async readmit(db: EntityManager, user: User, purpose: LinkPurpose, resetsSecondFactor: boolean): Promise<Facts> {
    const detail = { purpose, email: user.email, reset_second_factor: resetsSecondFactor };
    await audit(db, 'user.issue_password_link', user, detail);
    return this.link(db, user, purpose, resetsSecondFactor);
  }

  private async link(db: EntityManager, { id }: User, purpose: LinkPurpose, resets: boolean): Promise<Facts> {
    const issued = await this.links.issue(db, { userId: id, purpose, resetsSecondFactor: resets });
    // After `#`, so that no server's log holds the token.
    const url = `${publicUrlOf(this.workplace.env)}/dashboard/welcome#${issued.token}`;
    return { [`${purpose}_url`]: url, expires_at: issued.expiresAt.toISOString() };
  }
}

function audit(db: EntityManager, action: string, { id, accountId }: User, detail: Record<string, unknown>) {
  return recordAudit(db, { actor: operator, action, accountId, targetType: 'user', targetId: `${id}`, detail });
}
