import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { internalCallerOf } from '../../platform/http/loopback';
import { Problem, tooManyRequests } from '../../platform/problem';
import { AttemptLimiter } from './attempt-limiter';
import { addressGroup, ClientIps } from './client-ips';
import type { AuthenticatedKey, KeyedRequest } from './key-record';
import { KeyRefusal, refusedAddress, testKeysOff, unknownKey } from './key-refusal';
import type { KeySet } from './key-set';
import { KeySetRefresher } from './key-set.refresher';
import { KeyUses } from './key-uses';
import { hasNoKey, readSentKey } from './sent-key';

/** Limits per client IP or IPv6 /64: high enough for a misconfigured client, and too low for guessing keys. */
const failureLimits = { free: 1_000, firstDelayMs: 1_000, maxDelayMs: 60_000, forgetAfterMs: 60_000 };

/** Authenticates API keys from this process's memory. */
@Injectable()
export class KeyAuthenticator {
  private readonly failures = new AttemptLimiter(failureLimits);

  constructor(
    private readonly keys: KeySetRefresher,
    private readonly addresses: ClientIps,
    private readonly uses: KeyUses,
    @Inject(ENV) private readonly env: Pick<Env, 'SANDBOX_UPSTREAM_URL'>,
  ) {}

  /**
   * Authenticates the key in `x-api-key` or `Authorization: Bearer`. A known key that is refused is set as `request.refusedKey`.
   * @throws {Problem} 401; 403 `account_suspended`; 429 after many invalid keys; 503 when the keys in memory are too
   * old
   */
  authenticate(request: IncomingMessage & Partial<Pick<KeyedRequest, 'refusedKey'>>): AuthenticatedKey {
    const sent = readSentKey(request);
    const nowMs = this.keys.databaseMs;
    const outcome = sent instanceof KeyRefusal ? sent : this.usable(this.keySet().authenticate(sent, nowMs), request);
    if (outcome instanceof KeyRefusal) {
      request.refusedKey = outcome.key;
      throw this.problemOf(outcome, request);
    }
    this.uses.record(outcome.id, nowMs, request);
    return outcome;
  }

  /** Authenticates the key of a request, or of a call from within Loupe. @throws {Problem} as {@link authenticate} */
  authenticateCaller(request: IncomingMessage & Partial<Pick<KeyedRequest, 'refusedKey'>>): AuthenticatedKey {
    const internal = internalCallerOf(request);
    if (!internal) return this.authenticate(request);
    const key = this.ofSession(internal.key, request);
    if (!key) throw new Problem('service_unavailable', 'This process does not know the key yet.');
    return key;
  }

  /**
   * Authenticates a key of which only the hash is known: that of the playground, for a request with a dashboard session, or that of a
   * monitor.
   * @returns undefined when this process does not know the key yet
   * @throws {Problem} as {@link authenticate}, but never 429
   */
  ofSession(key: { hash: Buffer; prefix: string }, request: IncomingMessage): AuthenticatedKey | undefined {
    const nowMs = this.keys.databaseMs;
    const outcome = this.usable(this.keySet().ofHash(key, nowMs), request);
    if (outcome === unknownKey) return undefined;
    if (outcome instanceof KeyRefusal) throw new Problem(outcome.code, outcome.detail);
    this.uses.record(outcome.id, nowMs, request);
    return outcome;
  }

  private keySet(): KeySet {
    const keys = this.keys.current();
    if (keys) return keys;
    throw new Problem('service_unavailable', 'Loupe cannot check API keys at the moment. Send the request again.', {
      retryAfterSeconds: 5,
    });
  }

  private usable(outcome: AuthenticatedKey | KeyRefusal, request: IncomingMessage): AuthenticatedKey | KeyRefusal {
    if (outcome instanceof KeyRefusal) return outcome;
    if (outcome.isTest && !this.env.SANDBOX_UPSTREAM_URL) return testKeysOff(outcome);
    if (!outcome.allowedAddresses) return outcome;
    const address = this.addresses.of(request);
    if (outcome.allowedAddresses.includes(address)) return outcome;
    return refusedAddress(outcome, address);
  }

  /** Throttles invalid keys and tokens only, because many callers may share a client IP. @throws {Problem} 429 */
  problemOf(refusal: KeyRefusal, request: IncomingMessage): Problem {
    if (refusal.code === 'unauthorized' && !hasNoKey(refusal)) {
      this.refuseGuesses(request);
      this.failures.fail(addressGroup(this.addresses.of(request)), clock.nowMs());
    }
    return new Problem(refusal.code, refusal.detail);
  }

  /** @throws {Problem} 429 while the client IP is refused because of its invalid keys and tokens */
  refuseGuesses(request: IncomingMessage): void {
    const seconds = this.failures.secondsToWait(addressGroup(this.addresses.of(request)), clock.nowMs());
    if (seconds === 0) return;
    const detail = `You have sent too many invalid API keys or tokens from this IP address. Try again in ${seconds} s.`;
    throw tooManyRequests('rate', detail, seconds);
  }
}

/**
 * Authenticates the API key, unless the playground has set `request.key`. Stateless: Nest creates a guard per module.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly keys: KeyAuthenticator) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<KeyedRequest>();
    try {
      request.key ??= this.keys.authenticateCaller(request);
    } finally {
      const { isTest } = request.key ?? request.refusedKey ?? {};
      if (isTest) http.getResponse<Response>().setHeader('x-loupe-mode', 'test');
    }
    return true;
  }
}
