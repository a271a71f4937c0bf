import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuthModule } from '../core/auth/auth.module';
import { BillingModule } from '../core/billing/billing.module';
import { KeyThrottlerModule, RateLimitModule } from '../core/rate-limit/rate-limit.module';
import { UsageModule } from '../core/usage/usage.module';
import { ENV, type Env } from '../platform/config/env';
import { installationSecret } from '../platform/database/installation-secrets';
import { Seal } from '../platform/secrets/seal';
import { Cursors } from './cursors';
import { Gateway } from './gateway';
import { HighlightReels } from './highlight-reels';
import { Lists } from './lists';
import { Profiles } from './profiles';
import { RequestJournal } from './request-journal';

/** What every endpoint stands on: domain modules need nothing else of auth, billing and rate limits. */
@Global()
@Module({
  imports: [AuthModule, BillingModule, KeyThrottlerModule, RateLimitModule, UsageModule],
  providers: [
    {
      provide: Seal,
      inject: [ENV, DataSource],
      useFactory: async (env: Env, dataSource: DataSource) =>
        new Seal(env.CURSOR_SECRET ?? [await installationSecret(dataSource, 'cursor')]),
    },
    Cursors,
    Gateway,
    HighlightReels,
    Lists,
    Profiles,
    RequestJournal,
  ],
  exports: [
    Gateway,
    Lists,
    Cursors,
    HighlightReels,
    Profiles,
    RequestJournal,
    AuthModule,
    RateLimitModule,
    BillingModule,
  ],
})
export class GatewayModule {}
