import { Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { SignedInUsers } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/id.pipe';
import { SessionList } from './session.dto';
import { SessionService } from './session.service';

@DashboardController('sessions', 'Session')
@SignedInUsers()
export class SessionsController {
  constructor(private readonly session: SessionService) {}

  @Get()
  @ApiOperation({ summary: 'Every live session of the user' })
  @ApiOkResponse({ type: SessionList })
  list(@CurrentUser() user: SignedIn): Promise<SessionList> {
    return this.session.list(user);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'End every session but this one' })
  revokeOthers(@CurrentUser() user: SignedIn): Promise<void> {
    return this.session.revokeOthers(user);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'End one session' })
  revoke(@CurrentUser() user: SignedIn, @Param('id', IdPipe) id: number): Promise<void> {
    return this.session.revoke(user, id);
  }
}
