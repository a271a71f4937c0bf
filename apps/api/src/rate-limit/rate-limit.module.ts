import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { ENV, type Env } from '../config/env';
import { ConcurrentRequests } from './concurrent-requests';
import { KeyRateGuard } from './key-rate.guard';
import { LocalRateStore } from './local-rate.store';

/** How many requests a key may make. */
@Module({
  imports: [ThrottlerModule.forRoot({ throttlers: [{ ttl: 1_000, limit: 10 }], storage: new LocalRateStore({ count: 1 }) })],
  providers: [
    KeyRateGuard,
    { provide: ConcurrentRequests, inject: [ENV], useFactory: (env: Env) => new ConcurrentRequests(env.MAX_CONCURRENT_PER_KEY) },
  ],
  exports: [KeyRateGuard, ConcurrentRequests, ThrottlerModule],
})
export class RateLimitModule {}
