import { Body, createParamDecorator, type ExecutionContext, Param, Post } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { idempotencyKeyForm } from '../../core/billing/top-ups';
import { parameterProblem } from '../../platform/problem';
import { DashboardController, FreshPassword, Support } from '../access/access';
import { CurrentUser, type SignedIn } from '../access/signed-in';
import { ReasonBody } from '../fields/views';
import { Answers } from '../http/answers';
import { EntryIdPipe, IdPipe } from '../http/ids';
import { AccountStatusView, EntryReceiptView, TopUpBody } from './money.dto';
import { MoneyService } from './money.service';

const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const given = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  if (typeof given === 'string' && idempotencyKeyForm.test(given)) return given;
  const message = 'must be given: 1 to 255 printable characters, new for each top-up';
  throw parameterProblem('header', 'Idempotency-Key', message);
});

@DashboardController('support', 'Support')
@Support()
export class MoneyController {
  constructor(private readonly money: MoneyService) {}

  @Post('accounts/:account_id/top-ups')
  @FreshPassword()
  @ApiHeader({
    name: 'Idempotency-Key',
    required: true,
    description: 'A new value for each top-up; a repeat with the same value credits nothing',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  })
  @Answers(
    201,
    'Credit an account; a repeat with the same Idempotency-Key returns the first response',
    EntryReceiptView,
  )
  topUp(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @IdempotencyKey() idempotencyKey: string,
    @Body() body: TopUpBody,
  ): Promise<EntryReceiptView> {
    return this.money.topUp(user, accountId, idempotencyKey, body);
  }

  @Post('entries/:entry_id/reversal')
  @FreshPassword()
  @Answers(201, 'Reverse a ledger entry', EntryReceiptView)
  reverse(
    @CurrentUser() user: SignedIn,
    @Param('entry_id', EntryIdPipe) entryId: string,
    @Body() body: ReasonBody,
  ): Promise<EntryReceiptView> {
    return this.money.reverse(user, entryId, body.note);
  }

  @Post('accounts/:account_id/suspend')
  @FreshPassword()
  @Answers(200, 'Suspend an account; its keys are refused', AccountStatusView)
  suspend(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Body() body: ReasonBody,
  ): Promise<AccountStatusView> {
    return this.money.suspend(user, accountId, body.note);
  }

  @Post('accounts/:account_id/resume')
  @FreshPassword()
  @Answers(200, 'Resume a suspended account', AccountStatusView)
  resume(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Body() body: ReasonBody,
  ): Promise<AccountStatusView> {
    return this.money.resume(user, accountId, body.note);
  }
}
