import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../../platform/config/env';
import { sqlState, sqlStates } from '../../../platform/database/failures';
import { Problem } from '../../../platform/problem';
import { PasswordLinksRepository } from '../password-links.repository';
import { SecurityNotifications } from '../security-notifications';
import { Sessions } from '../sessions';
import { SignInMethodsRepository } from '../sign-in-methods.repository';
import { type Credentials, type User, userTarget } from '../user';
import { UsersRepository } from '../users.repository';
import { OpenIdFailure } from './openid-failure';
import type { Person } from './openid-provider';
import { type Identity, UserIdentitiesRepository } from './user-identities.repository';

/** How a link came to be, for the audit log. */
export type LinkedBy = 'address' | 'invitation' | 'session' | 'password';

/**
 * Which user a person of the provider is. A person is issuer and subject. An address only ever finds an open invitation, never
 * a user who has joined, and never staff. Nobody else is created.
 */
@Injectable()
export class OpenIdPeople {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly identities: UserIdentitiesRepository,
    private readonly links: PasswordLinksRepository,
    private readonly sessions: Sessions,
    private readonly methods: SignInMethodsRepository,
    private readonly notifications: SecurityNotifications,
    @Inject(ENV) private readonly env: Pick<Env, 'OIDC_ISSUER' | 'OIDC_NAME'>,
  ) {}

  /** The linked user, or the invited one, who then joins. @param address client IP @throws {OpenIdFailure} */
  async userOf(person: Person, address: string): Promise<Credentials> {
    const user = await this.linkedTo(person);
    if (user) return user;
    const { verified } = await person.address();
    if (verified === undefined) throw new OpenIdFailure('not_verified');
    const [userId, another] = await this.identities.findInvited(this.dataSource, verified);
    if (userId === undefined) throw new OpenIdFailure('not_invited');
    if (another !== undefined) throw new OpenIdFailure('several_invitations');
    return this.join(person, userId, null, address);
  }

  /** @throws {OpenIdFailure} `not_confirmed` when the provider has authenticated somebody else */
  async requireSame(userId: number, person: Person): Promise<Credentials> {
    const user = await this.linkedTo(person);
    if (user?.id !== userId) throw new OpenIdFailure('not_confirmed', 'another subject');
    return user;
  }

  /**
   * Accepts a member's open invitation. @param linkHash of the link that was opened; null for any, after the provider has
   * verified the invited address. @throws {OpenIdFailure}
   */
  async join(person: Identity, userId: number, linkHash: Buffer | null, address: string): Promise<Credentials> {
    const joined = this.dataSource.transaction(async (db) => {
      await this.users.lock(db, userId);
      if (!(await this.links.takeInvitation(db, userId, linkHash))) throw new OpenIdFailure('invitation_used');
      await this.users.join(db, userId);
      const user = (await this.users.find(db, userId))!;
      const actor = { userId, label: user.email, address };
      await this.link(db, user, person, actor, linkHash === null ? 'address' : 'invitation');
      return user;
    });
    return joined.catch((error) => {
      throw sqlState(error) === sqlStates.uniqueViolation ? new OpenIdFailure('address_taken') : error;
    });
  }

  /** Tells a user of a link, once it is committed. */
  tellLinked({ email }: User): void {
    this.notifications.provider(email, this.env.OIDC_NAME, 'linked to');
  }

  /** Whether the person is still linked to the user; records the use. */
  use(db: EntityManager, userId: number, person: Identity): Promise<boolean> {
    return this.identities.use(db, userId, person);
  }

  /** Ends all other sessions. @throws {Problem} `not_found`; `conflict` when no permitted sign-in would remain */
  async unlink(user: User, sessionId: number, actor: Actor): Promise<void> {
    await this.dataSource.transaction(async (db) => {
      await this.users.lock(db, user.id);
      if (!(await this.identities.unlink(db, user.id, this.env.OIDC_ISSUER ?? '')))
        throw new Problem('not_found', 'Your user is not linked.');
      await this.methods.requireOne(db, user.id);
      await this.sessions.endOthers(db, user.id, sessionId);
      await recordAudit(db, { actor, action: 'user.unlink_provider', ...userTarget(user) });
    });
    this.notifications.provider(user.email, this.env.OIDC_NAME, 'unlinked from');
  }

  /** Links a user in the caller's transaction. @throws {OpenIdFailure} `already_linked` */
  async link(db: EntityManager, user: User, person: Identity, actor: Actor, by: LinkedBy): Promise<void> {
    if (!(await this.identities.link(db, user.id, person))) throw new OpenIdFailure('already_linked');
    const detail = { issuer: person.issuer, subject: person.subject, by };
    await recordAudit(db, { actor, action: 'user.link_provider', ...userTarget(user), detail });
  }
  private async linkedTo(person: Identity): Promise<Credentials | undefined> {
    const linked = await this.identities.findUser(this.dataSource, person);
    if (linked?.isDisabled) throw new OpenIdFailure('disabled');
    return linked && this.users.find(this.dataSource, linked.userId);
  }
}
