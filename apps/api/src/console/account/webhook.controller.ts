import { Body, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Webhooks } from '../../core/billing/webhooks/webhooks';
import { DashboardController, FreshPassword, Owners } from '../shared/access/access';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { deliveryView, WebhookBody, WebhookDeliveryList, WebhookSecretView, WebhookView } from './webhook.dto';

@DashboardController('webhook', 'Webhook')
@Owners()
export class WebhookController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get()
  @ApiOperation({ summary: 'Get the webhook for low-balance alerts' })
  @ApiOkResponse({ type: WebhookView })
  async read(@AccountInView() accountId: number): Promise<WebhookView> {
    return { url: (await this.webhooks.read(accountId)) ?? null };
  }

  @Put()
  @FreshPassword()
  @ApiOperation({ summary: 'Set the webhook URL; this issues a new signing secret' })
  @ApiOkResponse({ type: WebhookSecretView })
  async set(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { url }: WebhookBody,
  ): Promise<WebhookSecretView> {
    return { url, secret: await this.webhooks.set(accountId, url, actorOf(user)) };
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove the webhook' })
  remove(@AccountInView() accountId: number, @CurrentUser() user: SignedIn): Promise<void> {
    return this.webhooks.remove(accountId, actorOf(user));
  }

  @Post('test')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send a test delivery' })
  test(@AccountInView() accountId: number): Promise<void> {
    return this.webhooks.sendTest(accountId);
  }

  @Get('deliveries')
  @ApiOperation({ summary: 'List the last fifty deliveries' })
  @ApiOkResponse({ type: WebhookDeliveryList })
  async deliveries(@AccountInView() accountId: number): Promise<WebhookDeliveryList> {
    return { items: (await this.webhooks.deliveries(accountId)).map(deliveryView) };
  }
}
