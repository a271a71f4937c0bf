import { formatUsd } from '@loupe/dto';
import { Body, createParamDecorator, type ExecutionContext, Param, Post } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { AccountStatus } from '../../core/accounts/account-status';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import type { Posted } from '../../core/billing/ledger.repository';
import { Reversals } from '../../core/billing/reversals';
import { idempotencyKeyForm, TopUps } from '../../core/billing/top-ups';
import { faultsProblem } from '../../platform/http/problem';
import { DashboardController, FreshPassword, Support } from '../shared/access/access';
import { actorOf, CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { microsOf } from '../shared/fields/fields';
import { Answers } from '../shared/http/answers';
import { EntryIdPipe, IdPipe } from '../shared/http/ids';
import { ReasonBody } from '../shared/shared.dto';
import { AccountStatusView, EntryReceiptView, TopUpBody } from './money.dto';

const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const given = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (typeof given === 'string' && idempotencyKeyForm.test(given)) return given;
  const message = 'must be given: 1 to 255 printable characters, new for each top-up';
  throw faultsProblem([{ in: 'header', parameter: 'Idempotency-Key', message }]);
});

/** Problems are those of {@link TopUps}, {@link Reversals} and {@link AccountStatus}. */
@DashboardController('support', 'Support')
@Support()
export class MoneyController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly topUps: TopUps,
    private readonly reversals: Reversals,
    private readonly accountStatus: AccountStatus,
    private readonly accounts: AccountsRepository,
    private readonly keySet: KeySetRefresher,
  ) {}

  @Post('accounts/:account_id/top-ups')
  @FreshPassword()
  @ApiHeader({
    name: 'Idempotency-Key',
    required: true,
    description: 'Any text, new for each top-up; a repeat with the same text credits nothing',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  })
  @Answers(
    201,
    'Credit an account; a repeat with the same Idempotency-Key returns the first response',
    EntryReceiptView,
  )
  async topUp(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @IdempotencyKey() idempotencyKey: string,
    @Body() { amount_usd, note, confirm_amount_usd }: TopUpBody,
  ): Promise<EntryReceiptView> {
    const amountMicros = microsOf(amount_usd);
    const confirmAmountMicros = confirm_amount_usd === undefined ? undefined : microsOf(confirm_amount_usd);
    const actor = actorOf(user);
    return receipt(
      await this.topUps.credit({ accountId, amountMicros, note, idempotencyKey, confirmAmountMicros, actor }),
    );
  }

  @Post('entries/:entry_id/reversal')
  @FreshPassword()
  @Answers(201, 'Reverse a ledger entry', EntryReceiptView)
  async reverse(
    @CurrentUser() user: SignedIn,
    @Param('entry_id', EntryIdPipe) entryId: string,
    @Body() { note = 'No reason given' }: ReasonBody,
  ): Promise<EntryReceiptView> {
    return receipt(await this.reversals.reverse({ entryId, note, actor: actorOf(user) }));
  }

  @Post('accounts/:account_id/suspend')
  @Answers(200, 'Suspend an account; its keys are refused', AccountStatusView)
  suspend(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Body() { note }: ReasonBody,
  ): Promise<AccountStatusView> {
    return this.changeStatus(accountId, this.accountStatus.suspend({ accountId, note, actor: actorOf(user) }));
  }

  @Post('accounts/:account_id/resume')
  @Answers(200, 'Resume a suspended account', AccountStatusView)
  resume(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Body() { note }: ReasonBody,
  ): Promise<AccountStatusView> {
    return this.changeStatus(accountId, this.accountStatus.resume({ accountId, note, actor: actorOf(user) }));
  }

  /** The change takes effect in this process before the response is sent, and in the others within a second. */
  private async changeStatus(accountId: number, changed: Promise<void>): Promise<AccountStatusView> {
    await changed;
    await this.keySet.refresh();
    const { id, name, status } = await this.accounts.read(this.dataSource, accountId);
    return { id: `${id}`, name, status };
  }
}

function receipt({ entryId, balanceMicros }: Posted): EntryReceiptView {
  return { entry_id: entryId, balance_usd: formatUsd(balanceMicros) };
}
