import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { testSample, webhookSamples } from '../../core/notifications/webhook-samples';
import { Webhooks } from '../../core/notifications/webhooks/webhooks';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../../platform/problem';
import { DashboardController, Developers, FreshPassword, Members } from '../access/access';
import { requireFreshPassword } from '../access/access.guard';
import { Change, SentAgain } from '../access/requested-change';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { IdPipe, readPageById } from '../http/ids';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  deliveryView,
  NewWebhookView,
  newWebhookView,
  WebhookDeliveriesQuery,
  WebhookDeliveryPage,
  WebhookDeliveryView,
  WebhookEventList,
  WebhookList,
  WebhookSecretView,
  WebhookView,
  webhookView,
} from './webhooks.dto';

@DashboardController('webhooks', 'Webhooks')
@Developers()
export class WebhooksController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly changes: IdempotentChanges,
  ) {}

  @Get()
  @Members()
  @Answers(200, 'List the webhook endpoints, with the last delivery of each', WebhookList)
  async list(@AccountInView() accountId: number): Promise<WebhookList> {
    return { items: (await this.webhooks.list(accountId)).map(webhookView) };
  }

  @Post()
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Add a webhook endpoint; an account has at most five', NewWebhookView)
  create(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { url, events }: CreateWebhookBody,
  ): Promise<NewWebhookView> {
    return this.changes.once(change, async (db) =>
      newWebhookView(await this.webhooks.create(db, { accountId, url, events, actor: actorOf(user) })),
    );
  }

  @Get('events')
  @Members()
  @Answers(200, 'List the types of webhook events, with a sample body of each', WebhookEventList)
  events(): WebhookEventList {
    return { items: [...webhookSamples, testSample] };
  }

  @Patch(':id')
  @Answers(
    200,
    'Change an endpoint, or switch it on or off; a new URL requires a recently entered password',
    WebhookView,
  )
  async change(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
    @Body() { url, events, enabled }: ChangeWebhookBody,
  ): Promise<WebhookView> {
    if (url === undefined && events === undefined && enabled === undefined)
      throw parameterProblem('body', 'url', 'or events or enabled must be given');
    if (url !== undefined) requireFreshPassword(user);
    return webhookView(await this.webhooks.change(accountId, id, { url, events, enabled }, actorOf(user)));
  }

  @Delete(':id')
  @Answers(204, 'Remove an endpoint; what waits for it is not sent')
  remove(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
  ): Promise<void> {
    return this.webhooks.remove(accountId, id, actorOf(user));
  }

  @Post(':id/rotate-secret')
  @FreshPassword()
  @SentAgain()
  @Answers(201, 'Issue a new secret; the old one signs along for 24 hours', NewWebhookView)
  rotateSecret(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
  ): Promise<NewWebhookView> {
    return this.changes.once(change, async (db) =>
      newWebhookView(await this.webhooks.rotateSecret(db, accountId, id, actorOf(user))),
    );
  }

  @Get(':id/secret')
  @FreshPassword()
  @Answers(
    200,
    'Read a secret from before an upgrade in the form that signs now, until it is rotated',
    WebhookSecretView,
  )
  async readSecret(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('id', IdPipe) id: number,
  ): Promise<WebhookSecretView> {
    return { secret: await this.webhooks.readOldSecret(accountId, id, actorOf(user)) };
  }

  @Post(':id/test')
  @SentAgain()
  @Answers(202, 'Send a test delivery', WebhookDeliveryView)
  test(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @Param('id', IdPipe) id: number,
  ): Promise<WebhookDeliveryView> {
    return this.changes.once(change, async (db) => deliveryView(await this.webhooks.sendTest(accountId, id, db)));
  }

  @Get(':id/deliveries')
  @Members()
  @Answers(200, 'List the deliveries of the last thirty days, newest first', WebhookDeliveryPage)
  deliveries(
    @AccountInView() accountId: number,
    @Param('id', IdPipe) id: number,
    @Query() { state, ...page }: WebhookDeliveriesQuery,
  ): Promise<WebhookDeliveryPage> {
    const read = (beforeId: number | undefined, limit: number) =>
      this.webhooks.listDeliveries(accountId, id, { state, beforeId }, limit);
    return readPageById(page, read, deliveryView);
  }

  @Post('deliveries/:delivery_id/resend')
  @SentAgain()
  @Answers(202, 'Send a delivery again, once, with the same webhook-id and body', WebhookDeliveryView)
  resend(
    @Change() change: RequestedChange,
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Param('delivery_id', IdPipe) deliveryId: number,
  ): Promise<WebhookDeliveryView> {
    return this.changes.once(change, async (db) =>
      deliveryView(await this.webhooks.resend(accountId, deliveryId, actorOf(user), db)),
    );
  }
}
