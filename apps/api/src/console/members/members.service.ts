import { Injectable } from '@nestjs/common';
import { LinkDelivery } from '../../core/identity/link-delivery';
import { type MemberCommand, Members } from '../../core/identity/members';
import type { MemberRole } from '../../core/identity/user';
import { actorOf, type SignedIn } from '../access/signed-in';
import {
  type AccountMemberList,
  type AccountMemberView,
  accountMemberView,
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
  ) {}

  async list(accountId: number): Promise<AccountMemberList> {
    return { items: (await this.members.list(accountId)).map(accountMemberView) };
  }

  async invite(accountId: number, user: SignedIn, { email, role }: InviteMemberBody): Promise<NewMemberView> {
    const { user: invited, link } = await this.members.invite(accountId, email, role, actorOf(user));
    const delivered = await this.delivery.deliver(user.publicUrl, invited.email, link!);
    const members = await this.members.list(accountId);
    const member = accountMemberView(members.find(({ id }) => id === invited.id)!);
    return { ...invitationView(invited.email, delivered), member };
  }

  async inviteAgain(command: MemberCommand, publicUrl: string): Promise<InvitationView> {
    const { email, link } = await this.members.inviteAgain(command);
    return invitationView(email, await this.delivery.deliver(publicUrl, email, link));
  }

  async changeRole(command: MemberCommand, role: MemberRole): Promise<AccountMemberView> {
    return accountMemberView({ ...(await this.members.changeRole(command, role)), role });
  }

  async remove(command: MemberCommand): Promise<void> {
    await this.members.remove(command);
  }
}
