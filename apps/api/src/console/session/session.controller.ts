import { Body, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { Anyone, BeforeSecondFactor, DashboardController, SignedInUsers } from '../shared/access/access';
import { CurrentUser, type DashboardRequest, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/ids';
import { ConfirmPasswordBody, CurrentSessionView, SessionList, SignInBody } from './session.dto';
import { SessionService } from './session.service';

@DashboardController('session', 'Session')
export class SessionController {
  constructor(private readonly session: SessionService) {}

  @Post()
  @HttpCode(200)
  @Anyone()
  @ApiOperation({ summary: 'Sign in' })
  @ApiOkResponse({ type: CurrentSessionView })
  signIn(
    @Body() body: SignInBody,
    @Req() request: DashboardRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CurrentSessionView> {
    return this.session.signIn(body, request, response);
  }

  @Get()
  @SignedInUsers()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Get the current session and its user' })
  @ApiOkResponse({ type: CurrentSessionView })
  current(@CurrentUser() user: SignedIn): CurrentSessionView {
    return this.session.describe(user);
  }

  @Delete()
  @HttpCode(204)
  @SignedInUsers()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Sign out' })
  signOut(
    @CurrentUser() user: SignedIn,
    @Req() request: DashboardRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    return this.session.signOut(user, request, response);
  }

  @Post('confirm')
  @HttpCode(200)
  @SignedInUsers()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Confirm the password before a sensitive change' })
  @ApiOkResponse({ type: CurrentSessionView })
  confirm(@CurrentUser() user: SignedIn, @Body() body: ConfirmPasswordBody): Promise<CurrentSessionView> {
    return this.session.confirmPassword(user, body.password);
  }
}

@DashboardController('sessions', 'Session')
@SignedInUsers()
export class SessionsController {
  constructor(private readonly session: SessionService) {}

  @Get()
  @ApiOperation({ summary: 'List the user’s sessions' })
  @ApiOkResponse({ type: SessionList })
  list(@CurrentUser() user: SignedIn): Promise<SessionList> {
    return this.session.list(user);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'End all other sessions' })
  revokeOthers(@CurrentUser() user: SignedIn): Promise<void> {
    return this.session.revokeOthers(user);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'End a session' })
  revoke(@CurrentUser() user: SignedIn, @Param('id', IdPipe) id: number): Promise<void> {
    return this.session.revoke(user, id);
  }
}
