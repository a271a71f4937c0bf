import { Module } from '@nestjs/common';
import { MonitorDesk } from '../console/http/monitor-desk';
import { AccountsModule } from '../core/accounts/accounts.module';
import { AuthModule } from '../core/auth/auth.module';
import { ApiKeysModule } from '../core/auth/lifecycle/api-keys.module';
import { ManagementModule } from '../core/auth/management/management.module';
import { IdentityModule } from '../core/identity/identity.module';
import { MonitorsModule } from '../core/monitors/monitors.module';
import { RateLimitModule } from '../core/rate-limit/rate-limit.module';
import { UsageModule } from '../core/usage/usage.module';
import { AuditModule } from '../platform/audit/audit.module';
import { IdempotentChangesModule } from '../platform/idempotent-changes/idempotent-changes.module';
import { ManagedAccountController } from './account.controller';
import { ManagedAccount } from './account.service';
import { ManagedKeysController } from './keys.controller';
import { ManagedKeys } from './keys.service';
import { ManagedMonitorsController } from './monitors.controller';

/** `/manage`, for programs with a management token. */
@Module({
  imports: [
    AccountsModule,
    ApiKeysModule,
    AuditModule,
    AuthModule,
    IdempotentChangesModule,
    IdentityModule,
    ManagementModule,
    MonitorsModule,
    RateLimitModule,
    UsageModule,
  ],
  controllers: [ManagedKeysController, ManagedMonitorsController, ManagedAccountController],
  providers: [ManagedAccount, ManagedKeys, MonitorDesk],
})
export class ManageModule {}
