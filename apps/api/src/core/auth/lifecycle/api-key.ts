import type { KeyMode } from '@loupe/dto';
import type { Actor } from '../../../platform/audit/audit-log.repository';
import type { KeyEnd } from '../key-record';
import type { KeyFamilyCaps, SpendingCaps } from './spending-caps.repository';

export interface ApiKey extends KeyFamilyCaps {
  readonly id: number;
  readonly accountId: number;
  /** The first key of the chain of rotations. Caps and spending belong to the whole family. */
  readonly keyFamilyId: number;
  readonly rotatedFromId: number | null;
  readonly name: string;
  readonly mode: KeyMode;
  /** First eight characters of the random part. */
  readonly prefix: string;
  readonly state: 'active' | KeyEnd;
  /** The playground's key: nobody has its text, and it can be neither rotated nor revoked. */
  readonly builtIn: boolean;
  readonly ratePerSecond: number;
  /** Empty: any address. */
  readonly allowedIps: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** End of the overlap after a rotation. */
  readonly retiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Accurate to the minute, and stored up to a minute late. */
  readonly lastUsedAt: Date | null;
  /** A client IP that used the key in the minute of {@link lastUsedAt}; null when no IP is known. */
  readonly lastUsedFrom: string | null;
}

/** The target of an audit entry about a key. */
export function keyTarget({ id, accountId }: Pick<ApiKey, 'id' | 'accountId'>) {
  return { accountId, targetType: 'key', targetId: `${id}` };
}

/** A new key with its plaintext, which is never shown again. */
export interface NewApiKey extends ApiKey {
  readonly plaintext: string;
}

/** Settings that a user may choose. Null removes a limit; an omitted setting stays unchanged. */
export interface KeyChoices extends Partial<SpendingCaps> {
  readonly name?: string | undefined;
  readonly expiresAt?: Date | null | undefined;
  /** Addresses and CIDR ranges; empty is the same as null. */
  readonly allowedIps?: readonly string[] | null | undefined;
}

export interface KeyCommand {
  readonly accountId: number;
  readonly keyId: number;
  readonly actor: Actor;
}
