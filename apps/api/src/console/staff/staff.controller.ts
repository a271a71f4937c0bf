import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { DashboardController, FreshPassword, Support, SupportViewers } from '../access/access';
import { CurrentUser, type SignedIn } from '../access/signed-in';
import { PageQuery } from '../fields/page';
import { ReasonBody } from '../fields/views';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import { StaffList, StaffService, StaffView } from './staff.service';

@DashboardController('support/staff', 'Support')
@Support()
export class StaffController {
  constructor(private readonly staff: StaffService) {}

  @Get()
  @SupportViewers()
  @Answers(200, 'List support users', StaffList)
  list(@Query() query: PageQuery): Promise<StaffList> {
    return this.staff.list(query);
  }

  @Post(':user_id/disable')
  @FreshPassword()
  @Answers(200, 'Disable a support user. Ends their sessions; you can’t disable yourself.', StaffView)
  disable(
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() body: ReasonBody,
  ): Promise<StaffView> {
    return this.staff.disable(user, userId, body.note);
  }

  @Post(':user_id/enable')
  @FreshPassword()
  @Answers(200, 'Enable a support user', StaffView)
  enable(
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() body: ReasonBody,
  ): Promise<StaffView> {
    return this.staff.enable(user, userId, body.note);
  }
}
