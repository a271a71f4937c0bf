import { Body, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Owners } from '../shared/access/access';
import { AccountInView } from '../shared/access/account-in-view';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { AccountView, ChangeAccountBody } from '../shared/dto/account.dto';
import { AccountService } from './account.service';

@DashboardController('account', 'Account')
@Owners()
export class AccountController {
  constructor(private readonly accounts: AccountService) {}

  @Get()
  @ApiOperation({ summary: 'The account with its balance' })
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
    @Body() body: ChangeAccountBody,
  ): Promise<AccountView> {
    return this.accounts.change(accountId, user, body);
  }
}
