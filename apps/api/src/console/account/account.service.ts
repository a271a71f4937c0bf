import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountStatus } from '../../core/accounts/account-status';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { actorOf, type SignedIn } from '../access/signed-in';
import { type AccountView, accountView } from '../fields/views';

@Injectable()
export class AccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly accountStatus: AccountStatus,
  ) {}

  async read(accountId: number): Promise<AccountView> {
    return accountView(await this.accounts.read(this.dataSource, accountId));
  }

  async setThreshold(accountId: number, user: SignedIn, thresholdMicros: bigint | null): Promise<AccountView> {
    await this.accountStatus.setThreshold({ accountId, thresholdMicros, actor: actorOf(user) });
    return this.read(accountId);
  }

  async askForTopUp(
    accountId: number,
    user: SignedIn,
    amountMicros: bigint | null,
    note: string | null,
  ): Promise<AccountView> {
    await this.accountStatus.askForTopUp({ accountId, amountMicros, note, actor: actorOf(user) });
    return this.read(accountId);
  }
}
