import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuthModule } from '../auth/auth.module';
import { BillingModule } from '../billing/billing.module';
import { ENV, type Env } from '../config/env';
import { installationSecret } from '../database/installation-secrets';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { Seal } from '../secrets/seal';
import { UsageModule } from '../usage/usage.module';
import { Cursors } from './cursors';
import { Gateway } from './gateway';
import { Lists } from './lists';
import { RequestJournal } from './request-journal';

/** What every endpoint stands on: domain modules need nothing else of auth, billing and rate limits. */
@Global()
@Module({
  imports: [AuthModule, BillingModule, RateLimitModule, UsageModule],
  providers: [
    {
      provide: Seal,
      inject: [ENV, DataSource],
      useFactory: async (env: Env, dataSource: DataSource) =>
        new Seal(env.CURSOR_SECRET ?? [await installationSecret(dataSource, 'cursor')]),
    },
    Cursors,
    Gateway,
    Lists,
    RequestJournal,
  ],
  exports: [Gateway, Lists, Cursors, RequestJournal, AuthModule, RateLimitModule, BillingModule],
})
export class GatewayModule {}
