import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { BillingModule } from '../../core/billing/billing.module';
import { PersonalDataModule } from '../../core/personal-data/personal-data.module';
import { AccessModule } from '../access/access.module';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { AccountDataController } from './account-data.controller';
import { WebhookController } from './webhook.controller';

@Module({
  imports: [AccessModule, ApiKeysModule, BillingModule, PersonalDataModule],
  controllers: [AccountController, AccountDataController, WebhookController],
  providers: [AccountService],
})
export class AccountModule {}
