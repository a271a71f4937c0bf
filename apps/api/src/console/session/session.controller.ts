import { Body, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { Anyone, BeforeSecondFactor, DashboardController, SignedInUsers, Visitors } from '../access/access';
import { CurrentUser, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { WebAuthnOptions } from '../fields/views';
import { Answers } from '../http/answers';
import { IdPipe } from '../http/ids';
import { PasskeySession } from './passkey-session.service';
import {
  ConfirmPasswordBody,
  CurrentSessionView,
  PasskeyOptionsBody,
  PasskeySignInBody,
  SessionList,
  SignInBody,
  SignInLinkBody,
  VisitorView,
} from './session.dto';
import { SessionService } from './session.service';

@DashboardController('session', 'Session')
export class SessionController {
  constructor(
    private readonly session: SessionService,
    private readonly passkeys: PasskeySession,
  ) {}

  @Post('passkey/options')
  @Visitors()
  @Answers(200, 'Get what the browser needs to use a passkey, within five minutes', WebAuthnOptions)
  passkeyOptions(@Body() { purpose }: PasskeyOptionsBody, @Req() request: DashboardRequest): Promise<WebAuthnOptions> {
    return purpose === 'confirm' ? this.passkeys.confirmOptions(request) : this.passkeys.signInOptions(request);
  }

  @Post('passkey')
  @Anyone()
  @Answers(200, 'Sign in with a passkey', CurrentSessionView)
  async signInByPasskey(
    @Body() body: PasskeySignInBody,
    @Req() request: DashboardRequest,
  ): Promise<CurrentSessionView> {
    return this.session.describe(await this.passkeys.signIn(body.credential, request));
  }

  @Post()
  @Anyone()
  @Answers(200, 'Sign in', CurrentSessionView)
  signIn(@Body() body: SignInBody, @Req() request: DashboardRequest): Promise<CurrentSessionView> {
    return this.session.signIn(body, request);
  }

  @Post('link')
  @Anyone()
  @Answers(200, 'Sign in with a one-time link of the operator', CurrentSessionView)
  signInByLink(@Body() body: SignInLinkBody, @Req() request: DashboardRequest): Promise<CurrentSessionView> {
    return this.session.signInByLink(body, request);
  }

  @Get()
  @SignedInUsers()
  @BeforeSecondFactor()
  @Answers(200, 'Get the current session and its user', CurrentSessionView)
  current(@CurrentUser() user: SignedIn): Promise<CurrentSessionView> {
    return this.session.describe(user);
  }

  /** For pages that do not know whether there is a session. A 401 would show as an error in the browser's console. */
  @Get('visitor')
  @Visitors()
  @Answers(200, 'Get the current session, or null for a visitor who is not signed in', VisitorView)
  visitor(@Req() request: DashboardRequest): Promise<VisitorView> {
    return this.session.describeVisitor(request);
  }

  @Delete()
  @SignedInUsers()
  @BeforeSecondFactor()
  @Answers(204, 'Sign out')
  signOut(@CurrentUser() user: SignedIn, @Req() request: DashboardRequest): Promise<void> {
    return this.session.signOut(user, request);
  }

  @Post('confirm')
  @SignedInUsers()
  @BeforeSecondFactor()
  @Answers(200, 'Confirm with the password or a passkey before a sensitive change', CurrentSessionView)
  confirm(
    @CurrentUser() user: SignedIn,
    @Body() body: ConfirmPasswordBody,
    @Req() request: DashboardRequest,
  ): Promise<CurrentSessionView> {
    return this.session.confirm(user, body, request);
  }
}

@DashboardController('sessions', 'Session')
@SignedInUsers()
export class SessionsController {
  constructor(private readonly session: SessionService) {}

  @Get()
  @Answers(200, 'List the user’s sessions', SessionList)
  list(@CurrentUser() user: SignedIn): Promise<SessionList> {
    return this.session.list(user);
  }

  @Delete()
  @Answers(204, 'End all other sessions')
  revokeOthers(@CurrentUser() user: SignedIn): Promise<void> {
    return this.session.revokeOthers(user);
  }

  @Delete(':id')
  @Answers(204, 'End a session')
  revoke(@CurrentUser() user: SignedIn, @Param('id', IdPipe) id: number): Promise<void> {
    return this.session.revoke(user, id);
  }
}
