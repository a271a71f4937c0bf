import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { BillingModule } from '../../core/billing/billing.module';
import { PaymentsModule } from '../../core/billing/payments/payments.module';
import { AccountExport } from '../../core/personal-data/account-export';
import { PersonalDataRepository } from '../../core/personal-data/personal-data.repository';
import { UsageModule } from '../../core/usage/usage.module';
import { AccessModule } from '../access/access.module';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { AccountDataController } from './account-data.controller';

@Module({
  imports: [AccessModule, ApiKeysModule, BillingModule, PaymentsModule, UsageModule],
  controllers: [AccountController, AccountDataController],
  providers: [AccountService, AccountExport, PersonalDataRepository],
})
export class AccountModule {}
