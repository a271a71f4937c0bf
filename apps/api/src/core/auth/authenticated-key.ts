import type { AddressRanges } from './address-ranges';

/** What the request path knows of the key that a request carries. */
export interface AuthenticatedKey {
  readonly id: number;
  readonly accountId: number;
  /** The first key of a chain of rotations; spending caps belong to it, so that rotating does not reset them. */
  readonly lineageId: number;
  /** First eight characters of the random part: safe to show and to log. */
  readonly prefix: string;
  readonly ratePerSecond: number;
  /** Where the key may be used from; undefined for anywhere. */
  readonly allowedAddresses?: AddressRanges | undefined;
}
