import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountStatus } from '../../core/accounts/account-status';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { actorOf, type SignedIn } from '../shared/access/signed-in';
import { microsOf } from '../shared/fields/amounts';
import type { AccountView, ChangeAccountBody } from './account.dto';
import { accountView } from './account.dto';

/** The account of an owner. */
@Injectable()
export class AccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly standing: AccountStatus,
  ) {}

  async read(accountId: number): Promise<AccountView> {
    return accountView(await this.accounts.read(this.dataSource, accountId));
  }

  async change(accountId: number, user: SignedIn, body: ChangeAccountBody): Promise<AccountView> {
    const { low_balance_threshold_usd: threshold } = body;
    const thresholdMicros = threshold === null ? null : microsOf(threshold);
    await this.standing.setThreshold({ accountId, thresholdMicros, actor: actorOf(user) });
    return this.read(accountId);
  }
}
