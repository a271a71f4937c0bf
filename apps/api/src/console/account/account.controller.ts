import { Body, Get, Patch } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountStatus } from '../../core/accounts/account-status';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { DashboardController, Owners } from '../shared/access/access';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { microsOf, UsdField } from '../shared/fields/fields';
import { Answers } from '../shared/http/answers';
import { AccountView, accountView } from '../shared/shared.dto';

export class ChangeAccountBody {
  @UsdField({ nullable: true, description: 'null turns low-balance alerts off' })
  low_balance_threshold_usd: string | null;
}

@DashboardController('account', 'Account')
@Owners()
export class AccountController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly accountStatus: AccountStatus,
  ) {}

  @Get()
  @Answers(200, 'Get the account and its balance', AccountView)
  async read(@AccountInView() accountId: number): Promise<AccountView> {
    return accountView(await this.accounts.read(this.dataSource, accountId));
  }

  @Patch()
  @Answers(200, 'Set the low-balance threshold', AccountView)
  async change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { low_balance_threshold_usd: threshold }: ChangeAccountBody,
  ): Promise<AccountView> {
    const thresholdMicros = threshold === null ? null : microsOf(threshold);
    await this.accountStatus.setThreshold({ accountId, thresholdMicros, actor: actorOf(user) });
    return this.read(accountId);
  }
}
