import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { Response } from 'express';
import { overloaded, tooManyRequests } from '../../platform/problem';
import type { AuthenticatedKey, KeyedRequest } from '../auth/key-record';
import { ConcurrentRequests } from './concurrent-requests';
import { LoadShedder } from './load-shedder';
import { type RateDecision, RateStore, windowMs } from './rate-store';

/**
 * Nest's throttler with the headers of draft-ietf-httpapi-ratelimit-headers. It has no state of
 * its own, because Nest creates one guard per module.
 */
@Injectable()
export class KeyRateGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() protected readonly rates: RateStore,
    reflector: Reflector,
    private readonly concurrent: ConcurrentRequests,
    private readonly load: LoadShedder,
  ) {
    super(options, rates, reflector);
  }

  /**
   * @throws {Problem} 429 when the key exceeds its rate or has too many requests in flight; 503 when the account has used
   * up its share of the process. A refused request does not count against the rate.
   */
  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<KeyedRequest>();
    const response = http.getResponse<Response>();
    response.setHeader('RateLimit-Policy', `"key";q=${limit};w=${ttl / 1_000}`);
    const { accountId } = request.key;
    const counted = this.countedAs(request.key);
    if (!this.load.admits(accountId)) throw overloaded;
    if (!this.concurrent.enter(counted, response, () => this.load.leave(accountId))) {
      response.setHeader('RateLimit', '"key";r=0;t=1');
      throw tooManyRequests('concurrency', 'This API key has too many requests in flight. Try again in 1 s.', 1);
    }
    if (!response.destroyed) this.load.enter(accountId);
    return this.admit(request, response, counted, limit);
  }

  protected async admit(_request: KeyedRequest, response: Response, counted: number, limit: number): Promise<boolean> {
    return enforce(response, limit, await this.rates.increment(`${counted}`, windowMs, limit));
  }

  protected countedAs({ keyFamilyId }: AuthenticatedKey): number {
    return keyFamilyId;
  }
}

/** Sets the RateLimit header. @throws {Problem} when the request is refused; `suffix` is appended to the detail */
export function enforce(
  response: Response,
  limit: number,
  { admitted, remaining, waitMs }: RateDecision,
  suffix = '',
  subject = 'API key',
): true {
  const seconds = Math.ceil(waitMs) / 1_000;
  response.setHeader('RateLimit', `"key";r=${remaining};t=${Math.ceil(seconds)}`);
  if (admitted) return true;
  const detail = `This ${subject} may make ${limit} requests per second. Try again in ${seconds.toFixed(3)} s.${suffix}`;
  throw tooManyRequests('rate', detail, Math.ceil(seconds));
}
