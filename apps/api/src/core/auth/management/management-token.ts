import type { Actor } from '../../../platform/audit/audit-log.repository';

/** A token with which a program manages the API keys of an account. It is not an API key. */
export interface ManagementToken {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** First eight characters of the random part. */
  readonly prefix: string;
  /** `unconfirmed`: the owner who answers for the token is no owner any more. */
  readonly state: 'active' | 'expired' | 'revoked' | 'unconfirmed';
  /** The most that each key which the token makes or changes may spend per UTC day; null means no limit. */
  readonly dailyCapMicros: bigint | null;
  /** From where the token and its keys may be used. Empty: from anywhere. */
  readonly allowedIps: readonly string[];
  /** When the token ends, and the latest expiry of its keys. */
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Accurate to the minute. */
  readonly lastUsedAt: Date | null;
  readonly lastUsedFrom: string | null;
  /** The email address of the owner who answers for the token; null if that owner has left. */
  readonly ownerEmail: string | null;
}

/** A new token with its plaintext, which is never shown again. */
export interface NewManagementToken extends ManagementToken {
  readonly plaintext: string;
}

export type ManagementTokenChoices = Pick<ManagementToken, 'name' | 'dailyCapMicros' | 'allowedIps' | 'expiresAt'>;

export interface ManagementTokenCommand {
  readonly accountId: number;
  readonly tokenId: number;
  readonly actor: Actor;
}

/** The actor of a change that a program makes with a token. */
export function tokenActor({ id, name, prefix }: ManagementToken, address: string): Actor {
  return { userId: null, tokenId: id, label: `token ${name} (loupe_manage_${prefix}…)`, address };
}
