import { Body, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { DashboardController, FreshPassword, Support } from '../shared/access/access';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/ids';
import { ReasonBody } from '../shared/shared.dto';
import { StaffList, StaffService, StaffView } from './staff.service';

@DashboardController('support/staff', 'Support')
@Support()
export class StaffController {
  constructor(private readonly staff: StaffService) {}

  @Get()
  @ApiOperation({ summary: 'List support users' })
  @ApiOkResponse({ type: StaffList })
  list(): Promise<StaffList> {
    return this.staff.list();
  }

  @Post(':user_id/disable')
  @HttpCode(200)
  @FreshPassword()
  @ApiOperation({ summary: 'Disable a support user. Ends their sessions; you can’t disable yourself.' })
  @ApiOkResponse({ type: StaffView })
  disable(
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() body: ReasonBody,
  ): Promise<StaffView> {
    return this.staff.disable(user, userId, body.note);
  }

  @Post(':user_id/enable')
  @HttpCode(200)
  @FreshPassword()
  @ApiOperation({ summary: 'Enable a support user' })
  @ApiOkResponse({ type: StaffView })
  enable(
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() body: ReasonBody,
  ): Promise<StaffView> {
    return this.staff.enable(user, userId, body.note);
  }
}
