import { Injectable } from '@nestjs/common';
import { LinkDelivery } from '../../core/identity/link-delivery';
import { type MemberCommand, Members } from '../../core/identity/members';
import type { Member } from '../../core/identity/user';
import type { IssuedLink } from '../../core/identity/user-invitations';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { actorOf, type SignedIn } from '../access/signed-in';
import { requireUnchanged } from '../http/unchanged';
import {
  type AccountMemberList,
  type AccountMemberView,
  accountMemberView,
  type ChangeRoleBody,
  type InvitationView,
  type InviteMemberBody,
  invitationView,
  type NewMemberView,
} from './members.dto';

/** Throws the problems of {@link Members}. */
@Injectable()
export class MembersService {
  constructor(
    private readonly members: Members,
    private readonly delivery: LinkDelivery,
    private readonly changes: IdempotentChanges,
  ) {}

  async list(accountId: number): Promise<AccountMemberList> {
    return { items: (await this.members.list(accountId)).map(accountMemberView) };
  }

  invite(
    change: RequestedChange,
    accountId: number,
    user: SignedIn,
    { email, role }: InviteMemberBody,
  ): Promise<NewMemberView> {
    return this.changes.once(
      change,
      async (db) => {
        const { user: invited, link } = await this.members.invite(accountId, email, role, actorOf(user), db);
        const members = await this.members.list(accountId, db);
        return { link: link!, member: accountMemberView(members.find(({ id }) => id === invited.id)!) };
      },
      async ({ link, member }) => ({ ...(await this.deliver(user.publicUrl, member.email, link)), member }),
    );
  }

  inviteAgain(change: RequestedChange, command: MemberCommand, publicUrl: string): Promise<InvitationView> {
    return this.changes.once(
      change,
      (db) => this.members.inviteAgain(command, db),
      ({ email, link }) => this.deliver(publicUrl, email, link),
    );
  }

  private async deliver(publicUrl: string, email: string, link: IssuedLink): Promise<InvitationView> {
    return invitationView(email, await this.delivery.deliver(publicUrl, email, link));
  }

  async changeRole(command: MemberCommand, body: ChangeRoleBody): Promise<AccountMemberView> {
    const check = ({ role }: Member) => requireUnchanged(body.seen, body, { role });
    return accountMemberView({ ...(await this.members.changeRole(command, body.role, check)), role: body.role });
  }

  async remove(command: MemberCommand): Promise<void> {
    await this.members.remove(command);
  }
}
