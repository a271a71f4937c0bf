import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Accounts } from '../../core/accounts/accounts';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import type { Posted } from '../../core/billing/ledger.repository';
import { Reversals } from '../../core/billing/reversals';
import { TopUps } from '../../core/billing/top-ups';
import { actorOf, type SignedIn } from '../access/signed-in';
import { microsOf } from '../fields/fields';
import type { AccountStatusView, EntryReceiptView, TopUpBody } from './money.dto';

/** Throws the problems of {@link TopUps}, {@link Reversals} and {@link Accounts}. */
@Injectable()
export class MoneyService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly topUps: TopUps,
    private readonly reversals: Reversals,
    private readonly accounts: Accounts,
    private readonly accountsRepository: AccountsRepository,
    private readonly keySet: KeySetRefresher,
  ) {}

  async topUp(
    staff: SignedIn,
    accountId: number,
    idempotencyKey: string,
    { amount_usd, note, confirm_amount_usd }: TopUpBody,
  ): Promise<EntryReceiptView> {
    const amountMicros = microsOf(amount_usd);
    const confirmAmountMicros = confirm_amount_usd === undefined ? undefined : microsOf(confirm_amount_usd);
    const actor = actorOf(staff);
    return receipt(
      await this.topUps.credit({ accountId, amountMicros, note, idempotencyKey, confirmAmountMicros, actor }),
    );
  }

  async reverse(staff: SignedIn, entryId: string, note = 'No reason given'): Promise<EntryReceiptView> {
    return receipt(await this.reversals.reverse({ entryId, note, actor: actorOf(staff) }));
  }

  suspend(staff: SignedIn, accountId: number, note: string | undefined): Promise<AccountStatusView> {
    return this.changeStatus(accountId, this.accounts.suspend({ accountId, note, actor: actorOf(staff) }));
  }

  resume(staff: SignedIn, accountId: number, note: string | undefined): Promise<AccountStatusView> {
    return this.changeStatus(accountId, this.accounts.resume({ accountId, note, actor: actorOf(staff) }));
  }

  /** Takes effect in this process before the response, and in others within a second. */
  private async changeStatus(accountId: number, changed: Promise<void>): Promise<AccountStatusView> {
    await changed;
    await this.keySet.refresh();
    const { id, name, status } = await this.accountsRepository.read(this.dataSource, accountId);
    return { id: `${id}`, name, status };
  }
}

function receipt({ entryId, balanceMicros }: Posted): EntryReceiptView {
  return { entry_id: entryId, balance_usd: formatUsd(balanceMicros) };
}
