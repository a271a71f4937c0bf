import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { AccessModule } from '../access/access.module';
import { LedgerController } from './ledger.controller';
import { LedgerService } from './ledger.service';

@Module({ imports: [AccessModule, BillingModule], controllers: [LedgerController], providers: [LedgerService] })
export class LedgerModule {}
