import type { User } from './user';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a session lasts without being used, and at most. */
export const sessionLimits = { idleMs: 12 * hourMs, absoluteMs: 7 * 24 * hourMs };

/** For how long after the password was typed money may be moved. */
export const freshPasswordMs = 10 * minuteMs;

/** A session in use is noted no more often than this. */
export const touchAfterMs = 60_000;

/** A live session and whose it is. */
export interface Session {
  readonly id: number;
  readonly user: User;
  readonly secondFactorEnabled: boolean;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastSeenAt: Date;
  /** Whether that is to be written anew when it is used now. */
  readonly isLastSeenStale: boolean;
  /** When the password was last typed in it. */
  readonly passwordCheckedAt: Date;
  /** Whether that was within {@link freshPasswordMs}, by the database's clock as all times here. */
  readonly isPasswordFresh: boolean;
  readonly address: string;
  readonly userAgent: string;
}
