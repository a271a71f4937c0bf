import { Body, Get, Patch, Post } from '@nestjs/common';
import { DashboardController, Members, Owners } from '../access/access';
import { AccountInView, CurrentUser, type SignedIn } from '../access/signed-in';
import { microsOf, TextField, UsdField } from '../fields/fields';
import { AccountView } from '../fields/views';
import { Answers } from '../http/answers';
import { AccountService } from './account.service';

export class ChangeAccountBody {
  @UsdField({ nullable: true, description: 'null turns low-balance alerts off' })
  low_balance_threshold_usd: string | null;
}

export class TopUpRequestBody {
  @UsdField({ optional: true, aboveZero: true, description: 'Support chooses where it is not given' })
  amount_usd?: string;

  @TextField({ max: 1_000, optional: true, example: 'Invoice to Example Ltd, please' }) note?: string;
}

@DashboardController('account', 'Account')
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Get()
  @Members()
  @Answers(200, 'Get the account and its balance', AccountView)
  read(@AccountInView() accountId: number): Promise<AccountView> {
    return this.accounts.read(accountId);
  }

  @Patch()
  @Owners()
  @Answers(200, 'Set the low-balance threshold', AccountView)
  change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { low_balance_threshold_usd: threshold }: ChangeAccountBody,
  ): Promise<AccountView> {
    return this.accounts.setThreshold(accountId, user, threshold === null ? null : microsOf(threshold));
  }

  @Post('top-up-request')
  @Owners()
  @Answers(201, 'Ask support for a top-up; asking again replaces what was asked', AccountView)
  requestTopUp(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { amount_usd: amountUsd, note }: TopUpRequestBody,
  ): Promise<AccountView> {
    return this.accounts.requestTopUp(
      accountId,
      user,
      amountUsd === undefined ? null : microsOf(amountUsd),
      note ?? null,
    );
  }
}
