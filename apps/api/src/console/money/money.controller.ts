import { Body, createParamDecorator, type ExecutionContext, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { idempotencyKeyForm } from '../../core/billing/top-ups';
import { idempotencyKeyOf } from '../../platform/idempotency-key';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../../platform/problem';
import { DashboardController, FreshPassword, Support, SupportViewers } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { CurrentUser, type SignedIn } from '../access/signed-in';
import { PageQuery } from '../fields/page';
import { ReasonBody } from '../fields/views';
import { Answers } from '../http/answers';
import { EntryIdPipe, IdPipe } from '../http/ids';
import {
  AccountStatusView,
  EntryReceiptView,
  PendingDecisionBody,
  PendingTopUpPage,
  PendingTopUpView,
  PostponedTopUpView,
  TopUpBody,
} from './money.dto';
import { MoneyService } from './money.service';

const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const given = context.switchToHttp().getRequest<Request>().headers['idempotency-key'];
  // The same key may stand in quotes.
  if (typeof given === 'string' && idempotencyKeyForm.test(given)) return idempotencyKeyOf(given) ?? given;
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
  @ApiResponse({
    status: 202,
    description: 'Above your daily limit: another person must decide',
    type: PostponedTopUpView,
  })
  async topUp(
    @Change(false) change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @IdempotencyKey() idempotencyKey: string,
    @Body() body: TopUpBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EntryReceiptView | PostponedTopUpView> {
    const answer = await this.money.topUp(change, user, accountId, idempotencyKey, body);
    if ('pending_id' in answer) response.status(202);
    return answer;
  }

  @Get('pending-top-ups')
  @SupportViewers()
  @Answers(200, 'List top-ups that wait for a second person', PendingTopUpPage)
  listPending(@Query() query: PageQuery): Promise<PendingTopUpPage> {
    return this.money.listPending(query);
  }

  @Post('pending-top-ups/:id/decision')
  @FreshPassword()
  @SentAgain()
  @Answers(200, 'Credit or decline a top-up that somebody else asked for', PendingTopUpView)
  decidePending(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() body: PendingDecisionBody,
  ): Promise<PendingTopUpView> {
    return this.money.decidePending(change, user, id, body);
  }

  @Post('entries/:entry_id/reversal')
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Reverse a ledger entry', EntryReceiptView)
  reverse(
    @Change() change: RequestedChange,
    @CurrentUser() user: SignedIn,
    @Param('entry_id', EntryIdPipe) entryId: string,
    @Body() body: ReasonBody,
  ): Promise<EntryReceiptView> {
    return this.money.reverse(change, user, entryId, body.note);
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
