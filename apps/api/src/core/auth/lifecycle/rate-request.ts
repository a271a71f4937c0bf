/** An owner's wish for a higher rate, and what became of it. It stands for a key and those it is rotated into. */
export interface RateRequest {
  readonly id: number;
  readonly accountId: number;
  readonly keyId: number;
  readonly lineageId: number;
  readonly requestsPerSecond: number;
  readonly reason: string;
  readonly state: 'open' | 'granted' | 'declined';
  readonly grantedPerSecond: number | null;
  /** A word from support. */
  readonly note: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/** A wish as support sees it. */
export interface RateRequestItem extends RateRequest {
  readonly accountName: string;
  readonly keyName: string;
  readonly keyPrefix: string;
  /** What the key has now. */
  readonly ratePerSecond: number;
}
