import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { AccessModule } from '../shared/access/access.module';
import { MoneyController } from './money.controller';

@Module({ imports: [AccessModule, BillingModule], controllers: [MoneyController] })
export class MoneyModule {}
