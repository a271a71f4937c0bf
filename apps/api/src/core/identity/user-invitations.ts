import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import { Problem } from '../../platform/problem';
import { AccountsRepository, accountTarget } from '../accounts/accounts.repository';
import { type LinkPurpose, PasswordLinksRepository } from './password-links.repository';
import { newSecretToken, secretTokenHash } from './secret-token';
import { type Credentials, type User, userTarget } from './user';
import { type NewUser, Users } from './users';
import { UsersRepository } from './users.repository';

export interface NewAccount {
  readonly name: string;
  readonly ownerEmail?: string | undefined;
  readonly ownerPassword?: string | undefined;
}

/** A new one-time link. Only a hash of its token is stored. */
export interface IssuedLink<Purpose extends LinkPurpose = Exclude<LinkPurpose, 'sign_in'>> {
  readonly userId: number;
  readonly purpose: Purpose;
  readonly token: string;
  /** RFC 3339, UTC. */
  readonly expiresAt: string;
}

export interface InvitedUser {
  readonly user: User;
  /** Undefined for a user who was created with a password. */
  readonly link: IssuedLink | undefined;
}

const validHours: Record<LinkPurpose, number> = { invitation: 7 * 24, reset: 24, sign_in: 1 };

/** Creates accounts, users and password links with their audit entries, in the caller's transaction. */
@Injectable()
export class UserInvitations {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly users: Users,
    private readonly links: PasswordLinksRepository,
    private readonly usersRepository: UsersRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'PASSWORD_SIGN_IN'>,
  ) {}

  /** Creates an account and, if an email is given, its owner. @throws {Problem} as {@link Users.create} with prefix `owner_`. */
  async createAccount(
    db: EntityManager,
    actor: Actor,
    { name, ownerEmail, ownerPassword }: NewAccount,
  ): Promise<{ accountId: number; owner: InvitedUser | undefined }> {
    const accountId = await this.accounts.insert(db, name);
    const detail = { name, owner_email: ownerEmail };
    await recordAudit(db, { actor, action: 'account.create', ...accountTarget(accountId), detail });
    if (ownerEmail === undefined) return { accountId, owner: undefined };
    const owner = { email: ownerEmail, password: ownerPassword, role: 'owner', accountId } as const;
    return { accountId, owner: await this.createUser(db, actor, owner, 'owner_') };
  }

  /** @throws {Problem} as {@link Users.create}. */
  async createUser(db: EntityManager, actor: Actor, invited: NewUser, prefix = ''): Promise<InvitedUser> {
    const user = await this.users.create(db, invited, prefix);
    const detail = { email: user.email, role: user.role };
    await recordAudit(db, { actor, action: 'user.create', ...userTarget(user), detail });
    const link = invited.password === undefined ? await this.issue(db, user.id, 'invitation', false) : undefined;
    return { user, link };
  }

  /**
   * Issues a new link to a user; the previous link stops working.
   * @throws {Problem} `forbidden` when passwords are off, for staff and for a user who has joined: only {@link issueSignInLink} helps them
   */
  async issueLink(
    db: EntityManager,
    actor: Actor,
    user: Credentials,
    resetsSecondFactor: boolean,
  ): Promise<IssuedLink> {
    // So that nobody joins in between, and keeps an invitation that sets a password.
    await this.usersRepository.lock(db, user.id);
    const purpose = (await this.usersRepository.hasJoined(db, user.id)) ? 'reset' : 'invitation';
    const needsPassword = purpose === 'reset' || user.accountId === null;
    if (needsPassword && !this.env.PASSWORD_SIGN_IN) throw noPasswordLinks();
    const detail = { purpose, email: user.email, reset_second_factor: resetsSecondFactor };
    await recordAudit(db, { actor, action: 'user.issue_password_link', ...userTarget(user), detail });
    return this.issue(db, user.id, purpose, resetsSecondFactor);
  }

  /** Issues a link that signs a user in without a password, for the operator alone. It replaces the user's other link. */
  async issueSignInLink(
    db: EntityManager,
    actor: Actor,
    user: User,
    resetsSecondFactor: boolean,
  ): Promise<IssuedLink<'sign_in'>> {
    const detail = { email: user.email, reset_second_factor: resetsSecondFactor };
    await recordAudit(db, { actor, action: 'user.issue_sign_in_link', ...userTarget(user), detail });
    return this.issue(db, user.id, 'sign_in', resetsSecondFactor);
  }

  private async issue<Purpose extends LinkPurpose>(
    db: EntityManager,
    userId: number,
    purpose: Purpose,
    resetsSecondFactor: boolean,
  ): Promise<IssuedLink<Purpose>> {
    const token = newSecretToken();
    const link = { userId, tokenHash: secretTokenHash(token), purpose, resetsSecondFactor, hours: validHours[purpose] };
    return { userId, purpose, token, expiresAt: (await this.links.replace(db, link)).toISOString() };
  }
}

const noPasswordLinks = () =>
  new Problem('forbidden', 'Passwords are turned off here. The operator can make a link with loupe sign-in-link.');

/** The token follows `#`: browsers do not send that part, so it reaches no server's log. */
export function linkAddress(publicUrl: string, { token }: Pick<IssuedLink, 'token'>): string {
  return `${publicUrl}/dashboard/welcome#${token}`;
}
