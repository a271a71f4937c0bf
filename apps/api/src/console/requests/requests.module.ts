import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { UsageModule } from '../../core/usage/usage.module';
import { AccessModule } from '../access/access.module';
import { RequestsController } from './requests.controller';
import { RequestsService } from './requests.service';

@Module({
  imports: [AccessModule, BillingModule, UsageModule],
  controllers: [RequestsController],
  providers: [RequestsService],
})
export class RequestsModule {}
