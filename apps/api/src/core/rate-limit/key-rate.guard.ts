import type { ServerResponse } from 'node:http';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { getOptionsToken, getStorageToken, ThrottlerGuard, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { Problem } from '../../platform/http/problem';
import type { KeyedRequest } from '../auth/api-key.guard';
import type { AuthenticatedKey } from '../auth/authenticated-key';
import { ConcurrentRequests } from './concurrent-requests';
import type { RateDecision } from './rate-decision';
import { RateStore } from './rate-store';

/**
 * The throttler's guard, counting per API key instead of per address and route, in an exact window instead of a fixed one.
 * It overrides the generic way there, which awaits some ten promises and reads the metadata of every route anew.
 */
@Injectable()
export class KeyRateGuard extends ThrottlerGuard {
  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) private readonly rates: RateStore,
    reflector: Reflector,
    private readonly concurrent: ConcurrentRequests,
  ) {
    super(options, rates, reflector);
  }

  /** Nest takes a plain value too, which saves a turn of the event loop; only the package's type insists on a promise. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    return this.admit(http.getRequest<KeyedRequest>().key, http.getResponse()) as Promise<boolean>;
  }

  /**
   * Sets the RateLimit headers. Returns a promise only where the rates are kept outside this process.
   * @throws {Problem} 429 over the rate, or with too many requests of the key under way; neither counts against the rate.
   */
  admit(key: AuthenticatedKey, response: ServerResponse): true | Promise<true> {
    if (!this.concurrent.enter(key.id, response)) {
      setRateHeaders(response, key, 0, 1);
      throw new Problem(
        'too_many_requests',
        'Too many requests of this API key are under way at once. Try again in 1 s.',
        {
          retryAfterSeconds: 1,
        },
      );
    }
    const decision = this.rates.takeOrWait(key.id, key.ratePerSecond);
    return decision instanceof Promise
      ? decision.then((outcome) => this.apply(outcome, key, response))
      : this.apply(decision, key, response);
  }

  private apply({ admitted, remaining, waitMs }: RateDecision, key: AuthenticatedKey, response: ServerResponse): true {
    const seconds = Math.ceil(waitMs / 1_000);
    setRateHeaders(response, key, remaining, seconds);
    if (admitted) return true;
    const detail = `This API key may make ${key.ratePerSecond} requests per second. Try again in ${(Math.ceil(waitMs) / 1_000).toFixed(3)} s.`;
    throw new Problem('too_many_requests', detail, { retryAfterSeconds: seconds });
  }
}

/** @param seconds until one more request is let in. */
function setRateHeaders(response: ServerResponse, key: AuthenticatedKey, remaining: number, seconds: number): void {
  response.setHeader('RateLimit-Policy', `"key";q=${key.ratePerSecond};w=1`);
  response.setHeader('RateLimit', `"key";r=${remaining};t=${seconds}`);
}
