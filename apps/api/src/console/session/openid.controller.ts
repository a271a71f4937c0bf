import { Body, Get, Post, Query, Redirect, Req } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { Anyone, DashboardController, Visitors } from '../access/access';
import type { DashboardRequest } from '../access/signed-in';
import { Answers } from '../http/answers';
import { OpenIdService } from './openid.service';
import { ProviderCodeBody, ProviderQuery, SignInBody } from './session.dto';

@DashboardController('session/oidc', 'Session')
export class OpenIdController {
  constructor(private readonly openId: OpenIdService) {}

  @Get()
  @Visitors()
  @Redirect('', 303)
  @Answers(303, 'Send the browser to the OpenID provider')
  async begin(@Query() { to, confirm }: ProviderQuery, @Req() request: DashboardRequest): Promise<{ url: string }> {
    return { url: await this.openId.begin(request, to, confirm === 'true') };
  }

  /** The provider decides about the query. The session's cookie is strict, so the browser does not send it here. */
  @Get('callback')
  @Anyone()
  @Redirect('', 303)
  @ApiExcludeEndpoint()
  async end(@Req() request: DashboardRequest): Promise<{ url: string }> {
    return { url: await this.openId.end(request) };
  }

  @Post('code')
  @Anyone()
  @Answers(204, 'After the provider, prove the second factor')
  enterCode(@Body() { second_factor: code }: ProviderCodeBody, @Req() request: DashboardRequest): Promise<void> {
    return this.openId.enterCode(request, code);
  }

  @Post('link')
  @Anyone()
  @Answers(204, 'After the provider, prove a password once, to link its user')
  link(@Body() body: SignInBody, @Req() request: DashboardRequest): Promise<void> {
    return this.openId.linkByPassword(request, body);
  }
}
