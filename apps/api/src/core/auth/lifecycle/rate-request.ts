import type { KeyMode } from '@loupe/dto';

/** An owner's request to raise a key's rate limit, with its outcome. It covers the keys it is rotated into, too. */
export interface RateRequest {
  readonly id: number;
  readonly accountId: number;
  readonly keyId: number;
  readonly keyFamilyId: number;
  readonly requestsPerSecond: number;
  readonly reason: string;
  readonly state: 'open' | 'granted' | 'declined';
  readonly grantedPerSecond: number | null;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/** What support decides by. */
export interface RateFacts {
  readonly balanceMicros: bigint;
  /** By the account, in the last seven days. */
  readonly spentMicros: bigint;
  /** By the key and its line, in the last 30 days. */
  readonly requests: number;
  /** How many of those were refused with 429. */
  readonly rateLimited: number;
  /** In the busiest hour of those. */
  readonly busiestHour: number;
}

export interface RateRequestItem extends RateRequest, RateFacts {
  readonly accountName: string;
  readonly keyName: string;
  readonly keyPrefix: string;
  readonly keyMode: KeyMode;
  readonly ratePerSecond: number;
}
