import { Module } from '@nestjs/common';
import { BillingModule } from '../../core/billing/billing.module';
import { UsageModule } from '../../core/usage/usage.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { AccessModule } from '../access/access.module';
import { CustomerActivityRepository } from './customer-activity.repository';
import { CustomerNotesRepository } from './customer-notes.repository';
import { CustomerSearchService } from './customer-search.service';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';
import { InvitationsService } from './invitations.service';

@Module({
  imports: [AccessModule, AuditModule, BillingModule, UsageModule],
  controllers: [CustomersController],
  providers: [
    CustomerActivityRepository,
    CustomerNotesRepository,
    CustomerSearchService,
    CustomersRepository,
    CustomersService,
    InvitationsService,
  ],
})
export class CustomersModule {}
