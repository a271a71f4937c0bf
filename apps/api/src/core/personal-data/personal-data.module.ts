import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { BillingModule } from '../billing/billing.module';
import { UsageModule } from '../usage/usage.module';
import { AccountExport } from './account-export';
import { PersonalDataRepository } from './personal-data.repository';

/** What is kept about people: handed out on request. The operator's commands erase it. */
@Module({
  imports: [AccountsModule, BillingModule, UsageModule],
  providers: [AccountExport, PersonalDataRepository],
  exports: [AccountExport],
})
export class PersonalDataModule {}
