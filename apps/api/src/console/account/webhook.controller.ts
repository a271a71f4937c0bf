import { Body, Delete, Get, Post, Put } from '@nestjs/common';
import { Webhooks } from '../../core/billing/webhooks/webhooks';
import { webhookSamples } from '../../core/notifications/webhook-samples';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { DashboardController, Developers, FreshPassword, Members } from '../access/access';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import {
  deliveryView,
  WebhookBody,
  WebhookDeliveryList,
  WebhookEventList,
  WebhookSecretView,
  WebhookView,
} from './webhook.dto';

@DashboardController('webhook', 'Webhook')
@Developers()
export class WebhookController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly changes: IdempotentChanges,
  ) {}

  @Get()
  @Members()
  @Answers(200, 'Get the webhook', WebhookView)
  async read(@AccountInView() accountId: number): Promise<WebhookView> {
    return { url: (await this.webhooks.read(accountId)) ?? null };
  }

  @Put()
  @FreshPassword()
  @SentAgain()
  @Answers(200, 'Set the webhook URL; this issues a new signing secret', WebhookSecretView)
  set(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { url }: WebhookBody,
  ): Promise<WebhookSecretView> {
    return this.changes.once(change, async (db) => ({
      url,
      secret: await this.webhooks.set(accountId, url, actorOf(user), db),
    }));
  }

  @Delete()
  @Answers(204, 'Remove the webhook')
  remove(@AccountInView() accountId: number, @CurrentUser() user: SignedIn): Promise<void> {
    return this.webhooks.remove(accountId, actorOf(user));
  }

  @Post('test')
  @SentAgain()
  @Answers(202, 'Send a test delivery')
  test(@Change() change: RequestedChange, @AccountInView() accountId: number): Promise<void> {
    return this.changes.once(change, (db) => this.webhooks.sendTest(accountId, db));
  }

  @Get('events')
  @Members()
  @Answers(200, 'List the webhook events, with a sample body of each', WebhookEventList)
  events(): WebhookEventList {
    return { items: [...webhookSamples] };
  }

  @Get('deliveries')
  @Members()
  @Answers(200, 'List the last fifty deliveries', WebhookDeliveryList)
  async deliveries(@AccountInView() accountId: number): Promise<WebhookDeliveryList> {
    return { items: (await this.webhooks.deliveries(accountId)).map(deliveryView) };
  }
}
