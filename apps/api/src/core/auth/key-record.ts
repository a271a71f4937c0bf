import type { IncomingMessage } from 'node:http';
import type { AddressRanges } from './address-ranges';

/** A key as the database has it. */
export interface KeyRecord {
  readonly id: number;
  readonly accountId: number;
  readonly keyFamilyId: number;
  /** SHA-256 of the key, in hexadecimal digits. */
  readonly hash: string;
  readonly ratePerSecond: number;
  /** When the key ends, in milliseconds since 1970; Infinity for never. */
  readonly endsAtMs: number;
  readonly end: KeyEnd;
  readonly suspended: boolean;
  readonly allowedAddresses: AddressRanges | undefined;
  /** Grows with every change of any key. The record with the greater mark is newer. */
  readonly changeMark: number;
}

/** `expired`: at its own date; `replaced`: after the overlap of a rotation; `revoked`: by hand. */
export type KeyEnd = 'expired' | 'replaced' | 'revoked';

export interface AuthenticatedKey {
  readonly id: number;
  readonly accountId: number;
  /** The first key of a rotation chain. Spending caps belong to it, so a rotation does not reset them. */
  readonly keyFamilyId: number;
  /** The first eight random characters, which may be shown and logged. */
  readonly prefix: string;
  readonly ratePerSecond: number;
  /** Its calls go to the simulator, and are free. */
  readonly isTest: boolean;
  readonly allowedAddresses?: AddressRanges | undefined;
}

export interface KeyedRequest extends IncomingMessage {
  key: AuthenticatedKey;
  /** Set for a refused request with a known key. */
  refusedKey?: AuthenticatedKey | undefined;
}
