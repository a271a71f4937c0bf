import { Body, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { FreshPassword, Owners } from '../shared/access/access';
import { AccountInView } from '../shared/access/account-in-view';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { WebhookBody, WebhookDeliveryList, WebhookSecretView, WebhookView } from './webhook.dto';
import { WebhookService } from './webhook.service';

@DashboardController('webhook', 'Webhook')
@Owners()
export class WebhookController {
  constructor(private readonly webhook: WebhookService) {}

  @Get()
  @ApiOperation({ summary: 'Where low balances are sent' })
  @ApiOkResponse({ type: WebhookView })
  read(@AccountInView() accountId: number): Promise<WebhookView> {
    return this.webhook.read(accountId);
  }

  @Put()
  @FreshPassword()
  @ApiOperation({ summary: 'Set the address; a new signing secret comes with it' })
  @ApiOkResponse({ type: WebhookSecretView })
  set(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() body: WebhookBody,
  ): Promise<WebhookSecretView> {
    return this.webhook.set(accountId, user, body.url);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Send no more' })
  remove(@AccountInView() accountId: number, @CurrentUser() user: SignedIn): Promise<void> {
    return this.webhook.remove(accountId, user);
  }

  @Post('test')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send a test delivery' })
  test(@AccountInView() accountId: number): Promise<void> {
    return this.webhook.sendTest(accountId);
  }

  @Get('deliveries')
  @ApiOperation({ summary: 'The last fifty deliveries' })
  @ApiOkResponse({ type: WebhookDeliveryList })
  deliveries(@AccountInView() accountId: number): Promise<WebhookDeliveryList> {
    return this.webhook.deliveries(accountId);
  }
}
