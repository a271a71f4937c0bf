import type { KeyMode } from '@loupe/dto';
import type { RateRequest } from '../../../platform/database/entities/api-keys';

/** The facts on which support bases its decision. */
export interface RateFacts {
  readonly balanceMicros: bigint;
  /** Spent by the account in the last seven days. */
  readonly spentMicros: bigint;
  /** Requests of the key family in the last 30 days. */
  readonly requests: number;
  /** How many of these were refused with 429. */
  readonly rateLimited: number;
  /** Requests of the busiest hour in these 30 days. */
  readonly busiestHour: number;
}

export interface RateRequestItem extends RateRequest, RateFacts {
  readonly accountName: string;
  readonly keyName: string;
  readonly keyPrefix: string;
  readonly keyMode: KeyMode;
  readonly ratePerSecond: number;
}
