import { Module } from '@nestjs/common';
import { AccountsModule } from '../../core/accounts/accounts.module';
import { AuthModule } from '../../core/auth/auth.module';
import { IdentityModule } from '../../core/identity/identity.module';
import { RequestOrigins } from '../http/request-origins';
import { BrowserCookies } from './browser-cookies';

/** What the guard and the parameters of every controller of the console need. */
@Module({
  imports: [AccountsModule, AuthModule, IdentityModule],
  providers: [BrowserCookies, RequestOrigins],
  exports: [AccountsModule, AuthModule, BrowserCookies, IdentityModule, RequestOrigins],
})
export class AccessModule {}
