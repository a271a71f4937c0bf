import type { KeyMode } from '@loupe/dto';
import type { RateRequest } from '../../../platform/database/entities/api-keys';

/** What support decides by. */
export interface RateFacts {
  readonly balanceMicros: bigint;
  /** By the account, in the last seven days. */
  readonly spentMicros: bigint;
  /** By the key family, in the last 30 days. */
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
