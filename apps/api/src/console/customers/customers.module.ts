import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { UsageModule } from '../../core/usage/usage.module';
import { AccessModule } from '../access/access.module';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';
import { InvitationsService } from './invitations.service';

@Module({
  imports: [AccessModule, BillingModule, UsageModule],
  controllers: [CustomersController],
  providers: [CustomersRepository, CustomersService, InvitationsService],
})
export class CustomersModule {}
