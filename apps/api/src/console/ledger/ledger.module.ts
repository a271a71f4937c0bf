import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { AccessModule } from '../shared/access/access.module';
import { LedgerController } from './ledger.controller';

@Module({ imports: [AccessModule, BillingModule], controllers: [LedgerController] })
export class LedgerModule {}
