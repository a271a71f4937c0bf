import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { AccessModule } from '../access/access.module';
import { MoneyController } from './money.controller';
import { MoneyService } from './money.service';

@Module({ imports: [AccessModule, BillingModule], controllers: [MoneyController], providers: [MoneyService] })
export class MoneyModule {}
