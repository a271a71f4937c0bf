import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { BillingModule } from '../../core/billing/billing.module';
import { UsageModule } from '../../core/usage/usage.module';
import { AccessModule } from '../access/access.module';
import { LedgerController } from './ledger.controller';
import { LedgerService } from './ledger.service';
import { StatementService } from './statement.service';

@Module({
  imports: [AccessModule, ApiKeysModule, BillingModule, UsageModule],
  controllers: [LedgerController],
  providers: [LedgerService, StatementService],
})
export class LedgerModule {}
