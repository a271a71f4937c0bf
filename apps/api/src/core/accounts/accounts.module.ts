import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { AccountStatus } from './account-status';
import { AccountsRepository } from './accounts.repository';

@Module({
  imports: [BillingModule],
  providers: [AccountsRepository, AccountStatus],
  exports: [AccountsRepository, AccountStatus],
})
export class AccountsModule {}
