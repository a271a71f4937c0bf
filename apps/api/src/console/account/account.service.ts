import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Accounts } from '../../core/accounts/accounts';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { DeveloperCaps } from '../../core/auth/lifecycle/developer-caps';
import { Payments } from '../../core/billing/payments/payments';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../../platform/problem';
import { requireFreshPassword } from '../access/access.guard';
import { actorOf, type SignedIn } from '../access/signed-in';
import { microsOf } from '../fields/fields';
import { accountView } from '../fields/views';
import { requireUnchanged } from '../http/unchanged';
import { type AccountView, type ChangeAccountBody, cardPaymentsView } from './account.dto';

@Injectable()
export class AccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accountsRepository: AccountsRepository,
    private readonly accounts: Accounts,
    private readonly developerCaps: DeveloperCaps,
    private readonly payments: Payments,
    private readonly changes: IdempotentChanges,
  ) {}

  async read(accountId: number): Promise<AccountView> {
    const [account, developerCapMicros] = await Promise.all([
      this.accountsRepository.read(this.dataSource, accountId),
      this.developerCaps.of(accountId),
    ]);
    return {
      ...accountView(account),
      developer_daily_cap_usd: formatUsd(developerCapMicros),
      card_payments: this.payments.isConfigured ? cardPaymentsView : null,
    };
  }

  /** @throws {Problem} `unprocessable_entity` for an empty body; `forbidden` for a cap without a fresh password */
  async change(accountId: number, user: SignedIn, body: ChangeAccountBody): Promise<AccountView> {
    const { low_balance_threshold_usd: threshold, developer_daily_cap_usd: developerCap } = body;
    const actor = actorOf(user);
    const requireSeen = (stored: object) => requireUnchanged(body.seen, body, stored);
    if (threshold === undefined && developerCap === undefined)
      throw parameterProblem('body', 'low_balance_threshold_usd', 'or developer_daily_cap_usd must be given');
    if (developerCap !== undefined) requireFreshPassword(user);
    await this.dataSource.transaction(async (db) => {
      // Lock order: the account before its caps, as in a charge.
      if (threshold !== undefined) {
        const change = { accountId, thresholdMicros: microsOrNull(threshold), actor };
        await this.accounts.setThreshold(change, (stored) => requireSeen(accountView(stored)), db);
      }
      if (developerCap !== undefined) {
        const change = { accountId, dailyCapMicros: microsOrNull(developerCap), actor };
        await this.developerCaps.set(change, (cap) => requireSeen({ developer_daily_cap_usd: formatUsd(cap) }), db);
      }
    });
    return this.read(accountId);
  }

  requestTopUp(
    change: RequestedChange,
    accountId: number,
    user: SignedIn,
    amountMicros: bigint | null,
    note: string | null,
  ): Promise<AccountView> {
    const request = { accountId, amountMicros, note, actor: actorOf(user) };
    return this.changes.once(
      change,
      (db) => this.accounts.requestTopUp(request, db),
      () => this.read(accountId),
    );
  }
}

const microsOrNull = (usd: string | null): bigint | null => (usd === null ? null : microsOf(usd));
