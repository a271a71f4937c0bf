import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import type { EntityDb, Transactor } from '../../platform/database/db';
import { noSuch, Problem } from '../../platform/problem';
import { EmailLimits } from './email-limits';
import { Mail } from './mail';
import { type Member, type MemberRole, userTarget } from './user';
import { type InvitedUser, type IssuedLink, UserInvitations } from './user-invitations';
import { UsersRepository } from './users.repository';

/** Limited, because each invitation sends an email to an address that nobody has verified. */
const maxMembers = 50;

/** Which member is changed, and by whom. */
export interface MemberCommand {
  readonly accountId: number;
  readonly userId: number;
  readonly actor: Actor;
}

/** The members of an account. Each change requires that the actor is still an owner. */
@Injectable()
export class Members {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly invitations: UserInvitations,
    private readonly mail: Mail,
    private readonly emailLimits: EmailLimits,
  ) {}

  list(accountId: number, db: EntityDb = this.dataSource): Promise<Member[]> {
    return this.users.listMembers(db, accountId);
  }

  /**
   * The result does not reveal whether another account has a user with this address. If so, accepting fails.
   * @throws {Problem} `forbidden` when the actor is not an owner; `conflict` for an address of this account, or when
   *   the account is full; `unprocessable_entity` for an invalid address; `too_many_requests` after too many emails.
   */
  invite(
    accountId: number,
    email: string,
    role: MemberRole,
    actor: Actor,
    within: Transactor = this.dataSource,
  ): Promise<InvitedUser> {
    return within.transaction(async (db) => {
      const members = await this.lock(db, accountId, actor);
      if (members.length >= maxMembers)
        throw new Problem('conflict', `An account can have at most ${maxMembers} members. Remove one first.`);
      if (members.some((member) => member.email === email))
        throw new Problem(
          'conflict',
          'This email address already belongs to a member of the account or to an invitation.',
        );
      await this.countEmail(db, accountId, email);
      return this.invitations.createUser(db, actor, { email, role, accountId, isInvitedByOwner: true });
    });
  }

  /**
   * Issues a new link to a member who has not used the previous one. @throws {Problem} `forbidden`; `not_found`;
   *   `conflict` for a member who has joined; `too_many_requests` after too many emails.
   */
  inviteAgain(
    { accountId, userId, actor }: MemberCommand,
    within: Transactor = this.dataSource,
  ): Promise<{ email: string; link: IssuedLink }> {
    return within.transaction(async (db) => {
      const { email, hasJoined } = memberOf(await this.lock(db, accountId, actor), userId);
      if (hasJoined) throw new Problem('conflict', 'This member has already joined.');
      await this.countEmail(db, accountId, email);
      const user = (await this.users.find(db, userId))!;
      return { email, link: await this.invitations.issueLink(db, actor, user, false) };
    });
  }

  /** @param check throws if the member may not be changed. @throws {Problem} `forbidden`; `not_found`; `conflict` for the last owner who can sign in. */
  changeRole(command: MemberCommand, role: MemberRole, check?: (member: Member) => void): Promise<Member> {
    return this.change(command, role !== 'owner', 'user.change_role', { role }, (db, member) => {
      check?.(member);
      return this.users.setRole(db, command.accountId, member.id, role);
    });
  }

  /** @throws {Problem} as {@link changeRole}. */
  remove(command: MemberCommand): Promise<Member> {
    return this.change(command, true, 'user.remove', {}, (db, member) =>
      this.users.deleteMember(db, command.accountId, member.id),
    );
  }

  /** Without a mail server, no email is sent and the owner passes the link on. */
  private async countEmail(db: EntityManager, accountId: number, email: string): Promise<void> {
    if (this.mail.isConfigured) await this.emailLimits.take(db, 'invitation', accountId, email);
  }

  /** @throws {Problem} `forbidden` when the actor is no longer an owner. */
  private async lock(db: EntityManager, accountId: number, { userId }: Actor): Promise<Member[]> {
    const members = await this.users.lockMembers(db, accountId);
    if (members.some(({ id, role }) => id === userId && role === 'owner')) return members;
    throw new Problem('forbidden', 'Only an owner of the account can change its members.');
  }

  /** @param endsOwnership whether the member is no longer an owner after the change */
  private change(
    { accountId, userId, actor }: MemberCommand,
    endsOwnership: boolean,
    action: string,
    detail: object,
    write: (db: EntityManager, member: Member) => Promise<void>,
  ): Promise<Member> {
    return this.dataSource.transaction(async (db) => {
      const members = await this.lock(db, accountId, actor);
      const member = memberOf(members, userId);
      const isOwner = ({ role, hasJoined }: Member) => role === 'owner' && hasJoined;
      if (endsOwnership && isOwner(member) && members.filter(isOwner).length === 1)
        throw new Problem('conflict', 'An account needs an owner. Make somebody else an owner first.');
      await write(db, member);
      await recordAudit(db, { actor, action, ...userTarget(member), detail: { email: member.email, ...detail } });
      return member;
    });
  }
}

function memberOf(members: readonly Member[], userId: number): Member {
  const member = members.find(({ id }) => id === userId);
  if (!member) throw noSuch('member');
  return member;
}
