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
  /** It failed, refused our session, throttled us, or answered nonsense. */
  | 'unavailable'
  /** It did not answer within the deadline. */
  | 'timeout'
  /** Not asked at all: it has been failing, and is left alone for a while. */
  | 'circuit_open'
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
