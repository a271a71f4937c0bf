import type { Role, User } from './user';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const ofMembers = { idleMs: 12 * hourMs, absoluteMs: 7 * 24 * hourMs };

/** Support works with everybody's money: a computer that is left alone must not stay signed in for long. */
export const sessionLimits: Record<Role, { readonly idleMs: number; readonly absoluteMs: number }> = {
  owner: ofMembers,
  developer: ofMembers,
  viewer: ofMembers,
  support: { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs },
};

/** How long after the password was typed money may be moved. */
export const freshPasswordMs = 10 * minuteMs;

/** How often the use of a session is recorded at most. */
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
  /** Whether that was within {@link freshPasswordMs}, by the database's clock as all times here. */
  readonly isPasswordFresh: boolean;
  readonly address: string;
  readonly userAgent: string;
}
