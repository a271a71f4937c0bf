import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { BillingModule } from '../../core/billing/billing.module';
import { UsageModule } from '../../core/usage/usage.module';
import { UpstreamModule } from '../../gateway/upstream/upstream.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { AccessModule } from '../access/access.module';
import { AuditService } from './audit.service';
import { HealthService } from './health.service';
import { OversightController } from './oversight.controller';

@Module({
  imports: [AccessModule, ApiKeysModule, AuditModule, BillingModule, UpstreamModule, UsageModule],
  controllers: [OversightController],
  providers: [AuditService, HealthService],
})
export class OversightModule {}
