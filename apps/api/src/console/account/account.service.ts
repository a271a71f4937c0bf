import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Accounts } from '../../core/accounts/accounts';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { actorOf, type SignedIn } from '../access/signed-in';
import { type AccountView, accountView } from '../fields/views';

@Injectable()
export class AccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accountsRepository: AccountsRepository,
    private readonly accounts: Accounts,
  ) {}

  async read(accountId: number): Promise<AccountView> {
    return accountView(await this.accountsRepository.read(this.dataSource, accountId));
  }

  async setThreshold(accountId: number, user: SignedIn, thresholdMicros: bigint | null): Promise<AccountView> {
    await this.accounts.setThreshold({ accountId, thresholdMicros, actor: actorOf(user) });
    return this.read(accountId);
  }

  async requestTopUp(
    accountId: number,
    user: SignedIn,
    amountMicros: bigint | null,
    note: string | null,
  ): Promise<AccountView> {
    await this.accounts.requestTopUp({ accountId, amountMicros, note, actor: actorOf(user) });
    return this.read(accountId);
  }
}
