import { Body, Get, Param, Post, Query } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, Owners, SupportViewers } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, CurrentUser, type SignedIn } from '../access/signed-in';
import { PageQuery } from '../fields/page';
import { Answers } from '../http/answers';
import { EntryIdPipe } from '../http/ids';
import { customerPaymentView, NewPaymentView, PaymentBody, PaymentPage, PaymentView } from './payments.dto';
import { PaymentsService } from './payments.service';

@DashboardController('account/payments', 'Account')
@Owners()
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @Answers(200, 'List the card payments of the account, newest first', PaymentPage)
  list(@AccountInView() accountId: number, @Query() query: PageQuery): Promise<PaymentPage> {
    return this.payments.list(accountId, query);
  }

  @Post()
  @SentAgain()
  @Answers(201, 'Begin a card payment; the person pays at checkout_url', NewPaymentView)
  create(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { amount_usd: amountUsd }: PaymentBody,
  ): Promise<NewPaymentView> {
    return this.payments.create(change, accountId, user, amountUsd);
  }

  @Get(':payment_id')
  @Answers(200, 'Get a card payment; asks Stripe about one that is not complete', PaymentView)
  read(@AccountInView() accountId: number, @Param('payment_id', EntryIdPipe) id: string): Promise<PaymentView> {
    return this.payments.read(accountId, id);
  }
}

@DashboardController('support/accounts/:account_id/payments', 'Support')
@SupportViewers()
export class CustomerPaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @Answers(200, 'List the card payments of a customer, newest first', PaymentPage)
  list(@AccountInView() accountId: number, @Query() query: PageQuery): Promise<PaymentPage> {
    return this.payments.list(accountId, query, customerPaymentView);
  }
}
