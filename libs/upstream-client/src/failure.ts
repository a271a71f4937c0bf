/** What an unusual answer of the upstream means. */
export type FailureKind =
  /** No such, deleted or banned user. */
  | 'user_not_found'
  /** No such post, comment, hashtag, place, highlight or audio. */
  | 'not_found'
  /** The owner keeps the account private. */
  | 'private'
  /** The upstream took an id for malformed. */
  | 'invalid_id'
  /** It shows the thing to some only, by age or by place: no session is to blame, and no repeat helps. */
  | 'gated'
  /** It failed, refused our session, throttled us, or answered nonsense. */
  | 'unavailable'
  /** Its answer passes a bound or cannot be decoded, and would do so again. */
  | 'unusable'
  /** It did not answer within the deadline. */
  | 'timeout'
  /** Not asked, or not listened to until the end: there is no room, no session, or it has been failing. */
  | 'retry_later'
  /** The caller went away. */
  | 'aborted';

/** The upstream gave no usable answer. `reason` is for our log only: it may name hosts and sessions. */
export class UpstreamFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly reason: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(`${kind}: ${reason}`);
  }

  /** Whether the upstream itself answered about the thing asked for, as opposed to failing. */
  get isAnswer(): boolean {
    return this.kind === 'user_not_found' || this.kind === 'not_found' || this.kind === 'private';
  }
}

/** What may be passed; the names are those in the metric. */
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

/** A bound was passed. */
export class BoundPassed extends UpstreamFailure {
  constructor(
    readonly bound: Bound,
    reason: string,
    kind: FailureKind = 'unusable',
  ) {
    super(kind, reason, kind === 'retry_later' ? 1 : undefined);
  }
}

/** Whose existence a 404 of this request speaks of. */
export type Subject = 'user' | 'thing';

/** There was no connection to send the request on. */
export class NotConnected extends UpstreamFailure {
  constructor(reason: string) {
    super('unavailable', reason);
  }
}
