import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Accounts } from '../../core/accounts/accounts';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import type { Posted } from '../../core/billing/ledger.repository';
import { Reversals } from '../../core/billing/reversals';
import { StaffTopUps } from '../../core/billing/staff-top-ups';
import { valuesOf } from '../../core/billing/top-ups';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../../platform/problem';
import { actorOf, type SignedIn } from '../access/signed-in';
import { microsOf } from '../fields/fields';
import type { PageQuery } from '../fields/page';
import { readPageById } from '../http/ids';
import {
  type AccountStatusView,
  type EntryReceiptView,
  type PendingDecisionBody,
  type PendingTopUpPage,
  type PendingTopUpView,
  type PostponedTopUpView,
  pendingTopUpView,
  type TopUpBody,
} from './money.dto';

/** Throws the problems of {@link StaffTopUps}, {@link Reversals} and {@link Accounts}. */
@Injectable()
export class MoneyService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly staffTopUps: StaffTopUps,
    private readonly reversals: Reversals,
    private readonly accounts: Accounts,
    private readonly accountsRepository: AccountsRepository,
    private readonly keySet: KeySetRefresher,
    private readonly changes: IdempotentChanges,
  ) {}

  topUp(
    change: RequestedChange,
    staff: SignedIn,
    accountId: number,
    idempotencyKey: string,
    body: TopUpBody,
  ): Promise<EntryReceiptView | PostponedTopUpView> {
    const { amount_usd, note, confirm_amount_usd, confirm_repeat: isRepeatConfirmed = false } = body;
    const amountMicros = microsOf(amount_usd);
    const confirmAmountMicros = confirm_amount_usd === undefined ? undefined : microsOf(confirm_amount_usd);
    const actor = actorOf(staff);
    const askedAt = requestTimeOf(body);
    const topUp = {
      accountId,
      amountMicros,
      note,
      idempotencyKey,
      confirmAmountMicros,
      askedAt,
      isRepeatConfirmed,
      actor,
    };
    const credit = { ...change, request: valuesOf(topUp), isRepeatable: true };
    return this.changes.once<EntryReceiptView | PostponedTopUpView>(credit, async (db) => {
      const credited = await this.staffTopUps.credit(topUp, db);
      return 'pendingId' in credited ? { pending_id: `${credited.pendingId}` } : receipt(credited);
    });
  }

  listPending(page: PageQuery): Promise<PendingTopUpPage> {
    return readPageById(page, (afterId = 0, limit) => this.staffTopUps.listOpen(afterId, limit), pendingTopUpView);
  }

  decidePending(
    change: RequestedChange,
    staff: SignedIn,
    id: number,
    { granted, note, confirm_repeat: isRepeatConfirmed = false }: PendingDecisionBody,
  ): Promise<PendingTopUpView> {
    const decision = { id, granted, note, isRepeatConfirmed, actor: actorOf(staff) };
    return this.changes.once(change, async (db) => pendingTopUpView(await this.staffTopUps.decide(decision, db)));
  }

  reverse(
    change: RequestedChange,
    staff: SignedIn,
    entryId: string,
    note = 'No reason given',
  ): Promise<EntryReceiptView> {
    const reversal = { entryId, note, actor: actorOf(staff) };
    return this.changes.once(change, async (db) => receipt(await this.reversals.reverse(reversal, db)));
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

/** @throws {Problem} `unprocessable_entity` when one of the two is missing */
function requestTimeOf({ answers_request: isAnswer = false, asked_at: askedAt }: TopUpBody): Date | undefined {
  if (isAnswer === (askedAt !== undefined)) return askedAt === undefined ? undefined : new Date(askedAt);
  throw isAnswer
    ? parameterProblem('body', 'asked_at', 'must be that of the request that this top-up answers')
    : parameterProblem('body', 'answers_request', 'must be true when asked_at is given');
}

function receipt({ entryId, balanceMicros }: Posted): EntryReceiptView {
  return { entry_id: entryId, balance_usd: formatUsd(balanceMicros) };
}
