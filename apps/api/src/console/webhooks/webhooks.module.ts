import { Module } from '@nestjs/common';
import { WebhooksModule as CoreWebhooksModule } from '../../core/notifications/webhooks/webhooks.module';
import { AccessModule } from '../access/access.module';
import { WebhooksController } from './webhooks.controller';

@Module({ imports: [AccessModule, CoreWebhooksModule], controllers: [WebhooksController] })
export class WebhooksModule {}
