import { Body, Get, Patch, Post } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, Members, Owners } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, CurrentUser, type SignedIn } from '../access/signed-in';
import { microsOf } from '../fields/fields';
import { Answers } from '../http/answers';
import { AccountView, ChangeAccountBody, TopUpRequestBody } from './account.dto';
import { AccountService } from './account.service';

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
  @Answers(
    200,
    'Set the low-balance threshold or the cap of developers’ keys; the cap requires a recently entered password',
    AccountView,
  )
  change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() body: ChangeAccountBody,
  ): Promise<AccountView> {
    return this.accounts.change(accountId, user, body);
  }

  @Post('top-up-request')
  @Owners()
  @SentAgain()
  @Answers(201, 'Request a top-up from support; a new request replaces the previous one', AccountView)
  requestTopUp(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { amount_usd: amountUsd, note }: TopUpRequestBody,
  ): Promise<AccountView> {
    return this.accounts.requestTopUp(
      change,
      accountId,
      user,
      amountUsd === undefined ? null : microsOf(amountUsd),
      note ?? null,
    );
  }
}
