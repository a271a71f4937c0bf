import type { EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import type { IssuedLink, PasswordLinks } from './password-links';
import type { LinkPurpose } from './password-links.repository';
import type { Credentials, User } from './user';
import { userTarget } from './user';
import type { NewUser, Users } from './users';

export interface NewAccount {
  readonly name: string;
  readonly ownerEmail?: string | undefined;
  readonly ownerPassword?: string | undefined;
}

/** A one-time link, and what it is for. */
export interface PurposedLink extends IssuedLink {
  readonly purpose: LinkPurpose;
}

/** Somebody who was let in; there is a link where there is no password. */
export interface Admitted {
  readonly user: User;
  readonly link: PurposedLink | undefined;
}

/** Lets people in, for support and the operator: in the caller's transaction, with an audit entry for each deed. */
export class Admission {
  constructor(
    private readonly users: Users,
    private readonly links: PasswordLinks,
  ) {}

  /** Makes an account, with its owner where there is an address. @throws {Problem} as {@link Users.create}, for `owner_…`. */
  async createAccount(
    db: EntityManager,
    actor: Actor,
    { name, ownerEmail, ownerPassword }: NewAccount,
  ): Promise<{ accountId: number; owner: Admitted | undefined }> {
    const accountId = await this.users.createAccount(db, name);
    const target = { accountId, targetType: 'account', targetId: `${accountId}` };
    await recordAudit(db, { actor, action: 'account.create', ...target, detail: { name, owner_email: ownerEmail } });
    if (ownerEmail === undefined) return { accountId, owner: undefined };
    const owner = { email: ownerEmail, password: ownerPassword, role: 'owner', accountId } as const;
    return { accountId, owner: await this.createUser(db, actor, owner, 'owner_') };
  }

  /** @throws {Problem} as {@link Users.create}. */
  async createUser(db: EntityManager, actor: Actor, newcomer: NewUser, prefix = ''): Promise<Admitted> {
    const user = await this.users.create(db, newcomer, prefix);
    await recordAudit(db, {
      actor,
      action: 'user.create',
      ...userTarget(user),
      detail: { email: user.email, role: user.role },
    });
    if (newcomer.password !== undefined) return { user, link: undefined };
    return { user, link: await this.link(db, user.id, 'invitation', false) };
  }

  /** A new link for a user; the last one stops working. */
  async issueLink(
    db: EntityManager,
    actor: Actor,
    user: Credentials,
    resetsSecondFactor: boolean,
  ): Promise<PurposedLink> {
    const purpose = user.passwordHash === null ? 'invitation' : 'reset';
    const detail = { purpose, email: user.email, reset_second_factor: resetsSecondFactor };
    await recordAudit(db, { actor, action: 'user.issue_password_link', ...userTarget(user), detail });
    return this.link(db, user.id, purpose, resetsSecondFactor);
  }

  private async link(db: EntityManager, userId: number, purpose: LinkPurpose, resetsSecondFactor: boolean) {
    return { purpose, ...(await this.links.issue(db, { userId, purpose, resetsSecondFactor })) };
  }
}

/** Where a link leads. The token stands after `#`, so that no server's log holds it. */
export function linkAddress(publicUrl: string, { token }: IssuedLink): string {
  return `${publicUrl}/dashboard/welcome#${token}`;
}
