/** Why the upstream gave no usable response. */
export type FailureKind =
  | 'user_not_found'
  /** The post, comment, hashtag, place, highlight or audio does not exist. */
  | 'not_found'
  | 'private'
  /** The upstream rejected the id as malformed. */
  | 'invalid_id'
  /** Restricted by age or country; retries and other sessions seldom help. */
  | 'gated'
  /** Upstream error, refused session, rate limit or malformed response. */
  | 'unavailable'
  /** The response exceeds a limit or has an unknown encoding; a retry would not help. */
  | 'unusable'
  | 'timeout'
  /** Not sent or not read to the end: no capacity, no session, or an open breaker. */
  | 'retry_later'
  | 'aborted';

/** The upstream gave no usable response. `reason` is for our log only: it may name hosts and sessions. */
export class UpstreamFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly reason: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(`${kind}: ${reason}`);
  }

  /** Whether this is a response about the resource itself, which is charged. */
  get isAnswer(): boolean {
    return this.kind === 'user_not_found' || this.kind === 'not_found' || this.kind === 'private';
  }
}

/** Limits that can be exceeded; these are the values of the metric's label. */
export const allBounds = [
  'answer_bytes',
  'buffered_bytes',
  'decompression_ratio',
  'redirect',
  'waiting',
  'waiting_per_account',
  'waiting_ms',
] as const;
export type Bound = (typeof allBounds)[number];

/** A limit was exceeded. */
export class LimitExceeded extends UpstreamFailure {
  constructor(
    readonly bound: Bound,
    reason: string,
    kind: FailureKind = 'unusable',
  ) {
    super(kind, reason, kind === 'retry_later' ? 1 : undefined);
  }
}

/** What is missing if the response is a 404. */
export type Subject = 'user' | 'resource';

export class NotConnected extends UpstreamFailure {
  constructor(reason: string) {
    super('unavailable', reason);
  }
}
