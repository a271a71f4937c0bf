import { Body, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Owners } from '../shared/access/access';
import { AccountInView } from '../shared/access/account-in-view';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { AccountView } from '../shared/dto/account.dto';
import { microsOf, UsdField } from '../shared/fields/fields';
import { AccountService } from './account.service';

export class ChangeAccountBody {
  @UsdField({ nullable: true, description: 'null turns low-balance alerts off' })
  low_balance_threshold_usd: string | null;
}

@DashboardController('account', 'Account')
@Owners()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Get()
  @ApiOperation({ summary: 'Get the account and its balance' })
  @ApiOkResponse({ type: AccountView })
  read(@AccountInView() accountId: number): Promise<AccountView> {
    return this.accounts.read(accountId);
  }

  @Patch()
  @ApiOperation({ summary: 'Set the low-balance threshold' })
  @ApiOkResponse({ type: AccountView })
  change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { low_balance_threshold_usd: threshold }: ChangeAccountBody,
  ): Promise<AccountView> {
    return this.accounts.setThreshold(accountId, user, threshold === null ? null : microsOf(threshold));
  }
}
