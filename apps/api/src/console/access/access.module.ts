import { Module } from '@nestjs/common';
import { AccountsModule } from '../../core/accounts/accounts.module';
import { AuthModule } from '../../core/auth/auth.module';
import { IdentityModule } from '../../core/identity/identity.module';
import { RequestOrigins } from '../http/request-origins';
import { BrowserCookies } from './browser-cookies';
import { SessionRequests } from './request-bounds.interceptor';

@Module({
  imports: [AccountsModule, AuthModule, IdentityModule],
  providers: [BrowserCookies, RequestOrigins, SessionRequests],
  exports: [AccountsModule, AuthModule, BrowserCookies, IdentityModule, RequestOrigins, SessionRequests],
})
export class AccessModule {}
