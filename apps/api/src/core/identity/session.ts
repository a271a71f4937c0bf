import type { Role, User } from './user';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const ofMembers = { idleMs: 12 * hourMs, absoluteMs: 7 * 24 * hourMs };

const ofStaff = { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs };

/** Staff see every customer, and support can change every balance, so their sessions end sooner. */
export const sessionLimits: Record<Role, { readonly idleMs: number; readonly absoluteMs: number }> = {
  owner: ofMembers,
  developer: ofMembers,
  viewer: ofMembers,
  support: ofStaff,
  support_viewer: ofStaff,
};

/** With what a session was opened. `link`: a one-time link that the operator made. */
export type SignInMeans = 'password' | 'provider' | 'passkey' | 'link';

/** The provider may have disabled a person since, and does not tell. */
export const providerSessionMs = 12 * hourMs;

/** For how long after a proof (password, provider, passkey) a user may make sensitive changes. */
export const freshPasswordMs = 10 * minuteMs;

/** The use of a session from the same client IP is recorded at most this often. */
export const touchAfterMs = 60_000;

export interface Session {
  readonly id: number;
  readonly user: User;
  readonly secondFactorEnabled: boolean;
  /** Whether the credential that opened the session proved two factors. */
  readonly isMultiFactor: boolean;
  readonly createdAt: Date;
  /** Accurate to the minute. */
  readonly lastSeenAt: Date;
  /** Whether `lastSeenAt` is due to be written again. */
  readonly isLastSeenStale: boolean;
  readonly passwordCheckedAt: Date;
  /** Whether the user proved who they are within {@link freshPasswordMs}. All times here are from the database's clock. */
  readonly isPasswordFresh: boolean;
  readonly address: string;
  readonly userAgent: string;
}
