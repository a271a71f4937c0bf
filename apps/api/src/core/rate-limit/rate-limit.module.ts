import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { ENV, type Env } from '../../platform/config/env';
import { ConcurrentRequests } from './concurrent-requests';
import { KeyRateGuard } from './key-rate.guard';
import { RateStore, windowMs } from './rate-store';
import { RateStoreModule } from './rate-store.module';

/** How many requests a key may make. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      imports: [RateStoreModule],
      inject: [ENV, RateStore],
      useFactory: (env: Env, storage: RateStore) => ({
        throttlers: [{ ttl: windowMs, limit: env.RATE_LIMIT_PER_SECOND }],
        storage,
      }),
    }),
  ],
  providers: [
    KeyRateGuard,
    {
      provide: ConcurrentRequests,
      inject: [ENV],
      useFactory: (env: Env) => new ConcurrentRequests(env.MAX_CONCURRENT_PER_KEY),
    },
  ],
  exports: [KeyRateGuard, ConcurrentRequests, ThrottlerModule],
})
export class RateLimitModule {}
