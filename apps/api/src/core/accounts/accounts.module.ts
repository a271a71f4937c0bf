import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { AccountStatus } from './account-status';
import { AccountsRepository } from './accounts.repository';

/** The accounts of customers: what they are called, what they have, and whether they may spend it. */
@Module({
  imports: [BillingModule],
  providers: [AccountsRepository, AccountStatus],
  exports: [AccountsRepository, AccountStatus],
})
export class AccountsModule {}
