import { Body, Get, Patch } from '@nestjs/common';
import { DashboardController, Owners } from '../access/access';
import { AccountInView, CurrentUser, type SignedIn } from '../access/signed-in';
import { microsOf, UsdField } from '../fields/fields';
import { AccountView } from '../fields/views';
import { Answers } from '../http/answers';
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
  @Answers(200, 'Get the account and its balance', AccountView)
  read(@AccountInView() accountId: number): Promise<AccountView> {
    return this.accounts.read(accountId);
  }

  @Patch()
  @Answers(200, 'Set the low-balance threshold', AccountView)
  change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { low_balance_threshold_usd: threshold }: ChangeAccountBody,
  ): Promise<AccountView> {
    return this.accounts.setThreshold(accountId, user, threshold === null ? null : microsOf(threshold));
  }
}
