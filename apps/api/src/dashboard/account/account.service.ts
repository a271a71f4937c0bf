import { Injectable } from '@nestjs/common';
import { AccountStanding } from '../../billing/account-standing';
import { actorOf, type SignedIn } from '../access/signed-in';
import { microsOf } from '../fields/amounts';
import type { AccountView, ChangeAccountBody } from './account.dto';
import { accountView } from './account-facts';
import { AccountsRepository } from './accounts.repository';

/** The account of an owner. */
@Injectable()
export class AccountService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly standing: AccountStanding,
  ) {}

  async read(accountId: number): Promise<AccountView> {
    return accountView(await this.accounts.read(accountId));
  }

  async change(accountId: number, user: SignedIn, body: ChangeAccountBody): Promise<AccountView> {
    const { low_balance_threshold_usd: threshold } = body;
    const thresholdMicros = threshold === null ? null : microsOf(threshold);
    await this.standing.setThreshold({ accountId, thresholdMicros, actor: actorOf(user) });
    return this.read(accountId);
  }
}
