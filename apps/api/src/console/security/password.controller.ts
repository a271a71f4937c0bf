import { Body, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Anyone, BeforeSecondFactor, SignedInUsers } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type DashboardRequest, type SignedIn } from '../shared/access/signed-in';
import { AcceptPasswordLinkBody, ChangePasswordBody, PasswordLinkBody, PasswordLinkView } from './password.dto';
import { PasswordService } from './password.service';

@DashboardController('', 'Password')
export class PasswordController {
  constructor(private readonly passwords: PasswordService) {}

  @Put('password')
  @HttpCode(204)
  @SignedInUsers()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Change the password; every other session ends' })
  change(@CurrentUser() user: SignedIn, @Body() body: ChangePasswordBody): Promise<void> {
    return this.passwords.change(user, body.current_password, body.new_password);
  }

  @Post('password-links/inspect')
  @HttpCode(200)
  @Anyone()
  @ApiOperation({ summary: 'Who an invitation or reset link is for' })
  @ApiOkResponse({ type: PasswordLinkView })
  inspect(@Body() body: PasswordLinkBody): Promise<PasswordLinkView> {
    return this.passwords.inspectLink(body.token);
  }

  @Post('password-links/accept')
  @HttpCode(200)
  @Anyone()
  @ApiOperation({ summary: 'Set a password with a one-time link; every session of the user ends' })
  @ApiOkResponse({ type: PasswordLinkView })
  accept(@Body() body: AcceptPasswordLinkBody, @Req() request: DashboardRequest): Promise<PasswordLinkView> {
    return this.passwords.acceptLink(body.token, body.password, request);
  }
}
