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
import { overloaded, tooManyRequests } from '../../platform/http/problem';
import type { AuthenticatedKey, KeyedRequest } from '../auth/key-record';
import { ConcurrentRequests } from './concurrent-requests';
import { LoadShedder } from './load-shedder';
import { type RateDecision, RateStore } from './rate-store';

/**
 * The throttler's guard with the headers of draft-ietf-httpapi-ratelimit-headers and our problem. Nest makes one for every
 * module that uses it: shared state is injected.
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
   * @throws {Problem} 429 over the rate, or with too many requests of the key under way; 503 with more than the account's share
   *   of what this process can do. None of them counts against the rate.
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
      throw tooManyRequests(
        'concurrency',
        'Too many requests of this API key are under way at once. Try again in 1 s.',
        1,
      );
    }
    if (!response.destroyed) this.load.enter(accountId);
    return this.admit(request, response, counted, limit);
  }

  protected async admit(_request: KeyedRequest, response: Response, counted: number, limit: number): Promise<boolean> {
    return tell(response, limit, await this.rates.admit(counted, limit));
  }

  /** Under what the requests of a key are counted: all routes together, and a rotation does not multiply its rate. */
  protected countedAs({ keyFamilyId }: AuthenticatedKey): number {
    return keyFamilyId;
  }
}

/** @param also what else there is to say to who is refused. */
export function tell(
  response: Response,
  limit: number,
  { admitted, remaining, waitMs }: RateDecision,
  also = '',
): true {
  const seconds = Math.ceil(waitMs) / 1_000;
  response.setHeader('RateLimit', `"key";r=${remaining};t=${Math.ceil(seconds)}`);
  if (admitted) return true;
  const detail = `This API key may make ${limit} requests per second. Try again in ${seconds.toFixed(3)} s.${also}`;
  throw tooManyRequests('rate', detail, Math.ceil(seconds));
}
