import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { AccessModule } from '../shared/access/access.module';
import { AccountController } from './account.controller';
import { WebhookController } from './webhook.controller';

@Module({
  imports: [AccessModule, BillingModule],
  controllers: [AccountController, WebhookController],
})
export class AccountModule {}
