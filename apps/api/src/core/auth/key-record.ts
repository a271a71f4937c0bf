import type { IncomingMessage } from 'node:http';
import type { AddressRanges } from './address-ranges';

export interface KeyRecord {
  readonly id: number;
  readonly accountId: number;
  readonly keyFamilyId: number;
  /** SHA-256 of the plaintext, in hexadecimal digits. */
  readonly hash: string;
  readonly ratePerSecond: number;
  /** When the key stops working, in milliseconds since 1970; Infinity if never. */
  readonly endsAtMs: number;
  readonly end: KeyEnd;
  /** The account, not the key, is suspended. */
  readonly suspended: boolean;
  /** Where the key may be used from; undefined for anywhere. */
  readonly allowedAddresses: AddressRanges | undefined;
  /** Grows with every change of any key: of two records of one key, the one with the greater mark is newer. */
  readonly changeMark: number;
}

/** `expired`: its own date; `replaced`: the overlap after a rotation is over; `revoked`: by hand, and for good. */
export type KeyEnd = 'expired' | 'replaced' | 'revoked';

/** The key that a request carries, once it is known to work. */
export interface AuthenticatedKey {
  readonly id: number;
  readonly accountId: number;
  /** The first key of a chain of rotations; spending caps belong to it, so rotating does not reset them. */
  readonly keyFamilyId: number;
  /** First eight characters of the random part: safe to show and to log. */
  readonly prefix: string;
  readonly ratePerSecond: number;
  /** Its calls are answered by the simulator and cost nothing. */
  readonly isTest: boolean;
  /** Where the key may be used from; undefined for anywhere. */
  readonly allowedAddresses?: AddressRanges | undefined;
}

/** A request that the key guard has let in. */
export interface KeyedRequest extends IncomingMessage {
  key: AuthenticatedKey;
  /** Of a request that it has not: the key, where it is known but may not be used. */
  refusedKey?: AuthenticatedKey | undefined;
}
