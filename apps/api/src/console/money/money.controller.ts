import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { FreshPassword, Support } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { EntryIdPipe, IdPipe } from '../shared/http/id.pipe';
import { IdempotencyKey, NeedsIdempotencyKey } from '../shared/http/idempotency-key';
import { AccountStatusView, EntryReceiptView, ReasonBody, TopUpBody } from './money.dto';
import { MoneyService } from './money.service';

@DashboardController('support', 'Support')
@Support()
export class MoneyController {
  constructor(private readonly money: MoneyService) {}

  @Post('accounts/:account_id/top-ups')
  @FreshPassword()
  @NeedsIdempotencyKey()
  @ApiOperation({ summary: 'Credit an account; a repeat with the same Idempotency-Key gives the first answer' })
  @ApiCreatedResponse({ type: EntryReceiptView })
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
  @ApiOperation({ summary: 'Take a ledger entry back with a reversing one' })
  @ApiCreatedResponse({ type: EntryReceiptView })
  reverse(
    @CurrentUser() user: SignedIn,
    @Param('entry_id', EntryIdPipe) entryId: string,
    @Body() body: ReasonBody,
  ): Promise<EntryReceiptView> {
    return this.money.reverse(user, entryId, body.note);
  }

  @Post('accounts/:account_id/suspend')
  @HttpCode(200)
  @ApiOperation({ summary: 'Stop an account: its keys are refused' })
  @ApiOkResponse({ type: AccountStatusView })
  suspend(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Body() body: ReasonBody,
  ): Promise<AccountStatusView> {
    return this.money.suspend(user, accountId, body.note);
  }

  @Post('accounts/:account_id/resume')
  @HttpCode(200)
  @ApiOperation({ summary: 'Restart a suspended account' })
  @ApiOkResponse({ type: AccountStatusView })
  resume(
    @CurrentUser() user: SignedIn,
    @Param('account_id', IdPipe) accountId: number,
    @Body() body: ReasonBody,
  ): Promise<AccountStatusView> {
    return this.money.resume(user, accountId, body.note);
  }
}
