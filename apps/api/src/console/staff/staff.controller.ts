import { Body, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ReasonBody } from '../money/money.dto';
import { FreshPassword, Support } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/id.pipe';
import { StaffList, StaffView } from './staff.dto';
import { StaffService } from './staff.service';

@DashboardController('support/staff', 'Support')
@Support()
export class StaffController {
  constructor(private readonly staff: StaffService) {}

  @Get()
  @ApiOperation({ summary: 'Everybody of support' })
  @ApiOkResponse({ type: StaffList })
  list(): Promise<StaffList> {
    return this.staff.list();
  }

  @Post(':user_id/disable')
  @HttpCode(200)
  @FreshPassword()
  @ApiOperation({ summary: 'Lock somebody of support out: every session ends at once; nobody can disable themselves' })
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
  @ApiOperation({ summary: 'Let somebody of support sign in again' })
  @ApiOkResponse({ type: StaffView })
  enable(
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() body: ReasonBody,
  ): Promise<StaffView> {
    return this.staff.enable(user, userId, body.note);
  }
}
