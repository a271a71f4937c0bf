import { Body, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { BeforeSecondFactor, FreshPassword, SignedInUsers } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import {
  RecoveryCodesView,
  SecondFactorCodeBody,
  SecondFactorEnrolmentView,
  SecondFactorView,
} from './second-factor.dto';
import { SecondFactorService } from './second-factor.service';

@DashboardController('second-factor', 'Second factor')
@SignedInUsers()
export class SecondFactorController {
  constructor(private readonly secondFactor: SecondFactorService) {}

  @Get()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Whether a second factor is set up' })
  @ApiOkResponse({ type: SecondFactorView })
  state(@CurrentUser() user: SignedIn): Promise<SecondFactorView> {
    return this.secondFactor.state(user);
  }

  @Post()
  @FreshPassword()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Begin to set up an authenticator' })
  @ApiCreatedResponse({ type: SecondFactorEnrolmentView })
  enrol(@CurrentUser() user: SignedIn): Promise<SecondFactorEnrolmentView> {
    return this.secondFactor.enrol(user);
  }

  @Post('confirm')
  @HttpCode(200)
  @FreshPassword()
  @BeforeSecondFactor()
  @ApiOperation({ summary: 'Turn the second factor on with a first code; every other session ends' })
  @ApiOkResponse({ type: RecoveryCodesView })
  confirm(@CurrentUser() user: SignedIn, @Body() body: SecondFactorCodeBody): Promise<RecoveryCodesView> {
    return this.secondFactor.confirm(user, body.code);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @FreshPassword()
  @ApiOperation({ summary: 'New recovery codes; the old ones stop working' })
  @ApiOkResponse({ type: RecoveryCodesView })
  renewRecoveryCodes(@CurrentUser() user: SignedIn): Promise<RecoveryCodesView> {
    return this.secondFactor.renewRecoveryCodes(user);
  }

  @Delete()
  @HttpCode(204)
  @FreshPassword()
  @ApiOperation({ summary: 'Turn the second factor off' })
  disable(@CurrentUser() user: SignedIn): Promise<void> {
    return this.secondFactor.disable(user);
  }
}
