import { Module } from '@nestjs/common';
import { AccountsModule } from '../../core/accounts/accounts.module';
import { AuthModule } from '../../core/auth/auth.module';
import { IdentityModule } from '../../core/identity/identity.module';
import { PasskeysModule } from '../../core/identity/passkeys/passkeys.module';
import { IdempotentChangesModule } from '../../platform/idempotent-changes/idempotent-changes.module';
import { RequestOrigins } from '../http/request-origins';
import { BrowserCookies } from './browser-cookies';
import { BrowserSessions } from './browser-sessions';
import { DashboardRates } from './dashboard-rates';
import { SessionRequests } from './request-bounds.interceptor';

@Module({
  imports: [AccountsModule, AuthModule, IdempotentChangesModule, IdentityModule, PasskeysModule],
  providers: [BrowserCookies, BrowserSessions, DashboardRates, RequestOrigins, SessionRequests],
  exports: [
    AccountsModule,
    AuthModule,
    BrowserCookies,
    BrowserSessions,
    DashboardRates,
    IdempotentChangesModule,
    IdentityModule,
    PasskeysModule,
    RequestOrigins,
    SessionRequests,
  ],
})
export class AccessModule {}
