import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { Accounts } from './accounts';
import { AccountsRepository } from './accounts.repository';

@Module({
  imports: [BillingModule],
  providers: [AccountsRepository, Accounts],
  exports: [AccountsRepository, Accounts],
})
export class AccountsModule {}
