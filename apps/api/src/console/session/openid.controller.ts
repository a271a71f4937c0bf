import { Body, Delete, Get, Post, Put, Query, Redirect, Req, UseFilters } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { Anyone, DashboardController, FreshPassword, SignedInUsers, Visitors } from '../access/access';
import { CurrentUser, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { OpenIdService } from './openid.service';
import { InvitationBody, ProviderCodeBody, ProviderQuery, ProviderVisitView, SignInBody } from './session.dto';
import { SignInPageFilter } from './sign-in-page.filter';

@DashboardController('', 'Session')
export class OpenIdController {
  constructor(private readonly openId: OpenIdService) {}

  @Get('session/oidc')
  @Visitors()
  @UseFilters(SignInPageFilter)
  @Redirect('', 303)
  @Answers(303, 'Send the browser to the OpenID provider')
  async begin(@Query() query: ProviderQuery, @Req() request: DashboardRequest): Promise<{ url: string }> {
    return { url: await this.openId.begin(request, query) };
  }

  /** The provider decides about the query. The session's cookie is strict, so the browser does not send it here. */
  @Get('session/oidc/callback')
  @Anyone()
  @UseFilters(SignInPageFilter)
  @Redirect('', 303)
  @ApiExcludeEndpoint()
  async end(@Req() request: DashboardRequest): Promise<{ url: string }> {
    return { url: await this.openId.end(request) };
  }

  @Post('session/oidc/invitation')
  @Anyone()
  @Answers(200, 'Begin to accept an invitation with a person of the OpenID provider', ProviderVisitView)
  async accept(@Body() { token }: InvitationBody, @Req() request: DashboardRequest): Promise<ProviderVisitView> {
    return { url: await this.openId.beginInvitation(request, token) };
  }

  @Post('session/oidc/code')
  @Anyone()
  @Answers(204, 'After the provider, prove the second factor')
  enterCode(@Body() { second_factor: code }: ProviderCodeBody, @Req() request: DashboardRequest): Promise<void> {
    return this.openId.enterCode(request, code);
  }

  @Post('session/oidc/link')
  @Anyone()
  @Answers(204, 'After the provider, prove a password once, to link its user and sign in')
  linkByPassword(@Body() body: SignInBody, @Req() request: DashboardRequest): Promise<void> {
    return this.openId.linkByPassword(request, body);
  }

  @Put('provider-link')
  @SignedInUsers()
  @FreshPassword()
  @Answers(204, 'After the provider, link the signed-in user to the person that it has authenticated')
  link(@CurrentUser() user: SignedIn, @Req() request: DashboardRequest): Promise<void> {
    return this.openId.linkSignedIn(request, user);
  }

  @Delete('provider-link')
  @SignedInUsers()
  @FreshPassword()
  @Answers(204, 'Unlink the signed-in user from the OpenID provider; ends all other sessions')
  unlink(@CurrentUser() user: SignedIn): Promise<void> {
    return this.openId.unlink(user);
  }
}
