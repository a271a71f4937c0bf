import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { BillingModule } from '../../core/billing/billing.module';
import { UpstreamModule } from '../../gateway/upstream/upstream.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { AccessModule } from '../access/access.module';
import { OversightController } from './oversight.controller';
import { OversightService } from './oversight.service';

@Module({
  imports: [AccessModule, ApiKeysModule, AuditModule, BillingModule, UpstreamModule],
  controllers: [OversightController],
  providers: [OversightService],
})
export class OversightModule {}
