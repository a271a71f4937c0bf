import type { Role, User } from './user';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const ofMembers = { idleMs: 12 * hourMs, absoluteMs: 7 * 24 * hourMs };

/** Support works with everybody's money, so an unattended computer must sign out soon. */
export const sessionLimits: Record<Role, { readonly idleMs: number; readonly absoluteMs: number }> = {
  owner: ofMembers,
  developer: ofMembers,
  viewer: ofMembers,
  support: { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs },
};

/** How long a typed password allows operations that move money. */
export const freshPasswordMs = 10 * minuteMs;

/** Uses of a session are recorded at most this often. */
export const touchAfterMs = 60_000;

export interface Session {
  readonly id: number;
  readonly user: User;
  readonly secondFactorEnabled: boolean;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastSeenAt: Date;
  /** Whether `lastSeenAt` is due to be written again. */
  readonly isLastSeenStale: boolean;
  readonly passwordCheckedAt: Date;
  /** Whether that was within {@link freshPasswordMs}. All times here are by the database's clock. */
  readonly isPasswordFresh: boolean;
  readonly address: string;
  readonly userAgent: string;
}
