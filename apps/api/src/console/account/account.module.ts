import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { AccessModule } from '../access/access.module';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { WebhookController } from './webhook.controller';

@Module({
  imports: [AccessModule, BillingModule],
  controllers: [AccountController, WebhookController],
  providers: [AccountService],
})
export class AccountModule {}
