import type { IncomingMessage } from 'node:http';
import type { AddressRanges } from '../../platform/address-ranges';

/** A key as read from the database. */
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
  /** Each change of any key gets a greater mark, so the record with the greater mark is newer. */
  readonly changeMark: number;
}

/** `expired`: at the key's expiry date; `replaced`: after the overlap of a rotation; `revoked`: by a user. */
export type KeyEnd = 'expired' | 'replaced' | 'revoked';

export interface AuthenticatedKey {
  readonly id: number;
  readonly accountId: number;
  /** The first key of a rotation chain. Spending caps belong to it, so a rotation does not reset them. */
  readonly keyFamilyId: number;
  /** The first eight random characters, which may be shown and logged. */
  readonly prefix: string;
  readonly ratePerSecond: number;
  /** Whether calls with this key go to the simulator. Such calls are free. */
  readonly isTest: boolean;
  readonly allowedAddresses?: AddressRanges | undefined;
}

export interface KeyedRequest extends IncomingMessage {
  key: AuthenticatedKey;
  /** The key of a refused request, if the key is known. */
  refusedKey?: AuthenticatedKey | undefined;
}
