import { Body, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Anyone, BeforeSecondFactor, DashboardController, FreshPassword, SignedInUsers } from '../shared/access/access';
import { CurrentUser, type DashboardRequest, type SignedIn } from '../shared/access/signed-in';
import { PasswordService } from './password.service';
import { SecondFactorService } from './second-factor.service';
import {
  AcceptPasswordLinkBody,
  ChangePasswordBody,
  PasswordLinkBody,
  PasswordLinkView,
  RecoveryCodesView,
  SecondFactorCodeBody,
  SecondFactorEnrolmentView,
  SecondFactorView,
} from './security.dto';

@DashboardController('', 'Password')
export class PasswordController {
  constructor(private readonly passwords: PasswordService) {}

  @Put('password')
  @HttpCode(204)
  @SignedInUsers()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Change the password; ends all other sessions' })
  change(@CurrentUser() user: SignedIn, @Body() body: ChangePasswordBody): Promise<void> {
    return this.passwords.change(user, body.current_password, body.new_password);
  }

  @Post('password-links/inspect')
  @HttpCode(200)
  @Anyone()
  @ApiOperation({ summary: 'Show whom an invitation or reset link is for' })
  @ApiOkResponse({ type: PasswordLinkView })
  inspect(@Body() body: PasswordLinkBody): Promise<PasswordLinkView> {
    return this.passwords.inspectLink(body.token);
  }

  @Post('password-links/accept')
  @HttpCode(200)
  @Anyone()
  @ApiOperation({ summary: 'Set a password with a one-time link; ends all of the user’s sessions' })
  @ApiOkResponse({ type: PasswordLinkView })
  accept(@Body() body: AcceptPasswordLinkBody, @Req() request: DashboardRequest): Promise<PasswordLinkView> {
    return this.passwords.acceptLink(body.token, body.password, request);
  }
}

@DashboardController('second-factor', 'Second factor')
@SignedInUsers()
export class SecondFactorController {
  constructor(private readonly secondFactor: SecondFactorService) {}

  @Get()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Get the state of the second factor' })
  @ApiOkResponse({ type: SecondFactorView })
  state(@CurrentUser() user: SignedIn): Promise<SecondFactorView> {
    return this.secondFactor.state(user);
  }

  @Post()
  @FreshPassword()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Start authenticator setup' })
  @ApiCreatedResponse({ type: SecondFactorEnrolmentView })
  enrol(@CurrentUser() user: SignedIn): Promise<SecondFactorEnrolmentView> {
    return this.secondFactor.enrol(user);
  }

  @Post('confirm')
  @HttpCode(200)
  @FreshPassword()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Turn on the second factor with a first code; ends all other sessions' })
  @ApiOkResponse({ type: RecoveryCodesView })
  confirm(@CurrentUser() user: SignedIn, @Body() body: SecondFactorCodeBody): Promise<RecoveryCodesView> {
    return this.secondFactor.confirm(user, body.code);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @FreshPassword()
  @ApiOperation({ summary: 'Replace the recovery codes' })
  @ApiOkResponse({ type: RecoveryCodesView })
  renewRecoveryCodes(@CurrentUser() user: SignedIn): Promise<RecoveryCodesView> {
    return this.secondFactor.renewRecoveryCodes(user);
  }

  @Delete()
  @HttpCode(204)
  @FreshPassword()
  @ApiOperation({ summary: 'Turn off the second factor' })
  disable(@CurrentUser() user: SignedIn): Promise<void> {
    return this.secondFactor.disable(user);
  }
}
