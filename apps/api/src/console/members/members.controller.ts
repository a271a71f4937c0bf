import { Body, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, FreshPassword, Members as MembersOnly, Owners } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import {
  AccountMemberList,
  AccountMemberView,
  ChangeRoleBody,
  InvitationView,
  InviteMemberBody,
  NewMemberView,
} from './members.dto';
import { MembersService } from './members.service';

@DashboardController('members', 'Members')
@Owners()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @MembersOnly()
  @Answers(200, 'List the members of the account', AccountMemberList)
  list(@AccountInView() accountId: number): Promise<AccountMemberList> {
    return this.members.list(accountId);
  }

  @Post()
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Invite a member', NewMemberView)
  invite(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() body: InviteMemberBody,
  ): Promise<NewMemberView> {
    return this.members.invite(change, accountId, user, body);
  }

  @Post(':user_id/invitation')
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Issue a new link to a member who has not joined; the previous link stops working', InvitationView)
  inviteAgain(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
  ): Promise<InvitationView> {
    return this.members.inviteAgain(change, { accountId, userId, actor: actorOf(user) }, user.publicUrl);
  }

  @Patch(':user_id')
  @FreshPassword()
  @Answers(200, 'Change the role of a member; this takes effect with their next request', AccountMemberView)
  changeRole(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() body: ChangeRoleBody,
  ): Promise<AccountMemberView> {
    return this.members.changeRole({ accountId, userId, actor: actorOf(user) }, body);
  }

  @Delete(':user_id')
  @FreshPassword()
  @Answers(204, 'Remove a member and end their sessions; keys that they created keep working')
  remove(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
  ): Promise<void> {
    return this.members.remove({ accountId, userId, actor: actorOf(user) });
  }
}
