import { Body, Delete, Get, Post, Put, Req } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { Anyone, BeforeSecondFactor, DashboardController, FreshPassword, SignedInUsers } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { CurrentUser, type DashboardRequest, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
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
  @SignedInUsers()
  @BeforeSecondFactor()
  @Answers(204, 'Change the password; ends all other sessions')
  change(
    @CurrentUser() user: SignedIn,
    @Body() body: ChangePasswordBody,
    @Req() request: DashboardRequest,
  ): Promise<void> {
    return this.passwords.change(user, body.current_password, body.new_password, request);
  }

  @Post('password-links/inspect')
  @Anyone()
  @Answers(200, 'Show whom an invitation or reset link is for', PasswordLinkView)
  inspect(@Body() body: PasswordLinkBody): Promise<PasswordLinkView> {
    return this.passwords.inspectLink(body.token);
  }

  @Post('password-links/accept')
  @Anyone()
  @Answers(200, 'Set a password with a one-time link; ends all of the user’s sessions', PasswordLinkView)
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
  @Answers(200, 'Get the state of the second factor', SecondFactorView)
  state(@CurrentUser() user: SignedIn): Promise<SecondFactorView> {
    return this.secondFactor.state(user);
  }

  @Post()
  @FreshPassword()
  @BeforeSecondFactor()
  @SentAgain()
  @Answers(201, 'Start authenticator setup', SecondFactorEnrolmentView)
  enrol(@Change() change: RequestedChange, @CurrentUser() user: SignedIn): Promise<SecondFactorEnrolmentView> {
    return this.secondFactor.enrol(change, user);
  }

  @Post('confirm')
  @FreshPassword()
  @BeforeSecondFactor()
  @SentAgain()
  @Answers(200, 'Turn on the second factor with a first code; ends all other sessions', RecoveryCodesView)
  confirm(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Body() body: SecondFactorCodeBody,
    @Req() request: DashboardRequest,
  ): Promise<RecoveryCodesView> {
    return this.secondFactor.confirm(change, user, body.code, request);
  }

  @Post('recovery-codes')
  @FreshPassword()
  @SentAgain()
  @Answers(200, 'Replace the recovery codes', RecoveryCodesView)
  renewRecoveryCodes(@Change() change: RequestedChange, @CurrentUser() user: SignedIn): Promise<RecoveryCodesView> {
    return this.secondFactor.renewRecoveryCodes(change, user);
  }

  @Delete()
  @FreshPassword()
  @Answers(204, 'Turn off the second factor')
  disable(@CurrentUser() user: SignedIn, @Req() request: DashboardRequest): Promise<void> {
    return this.secondFactor.disable(user, request);
  }
}
