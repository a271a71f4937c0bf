import type { Problem, ProblemCode } from './generated/types.ts';

// Codes of failures without a problem body. `http_…` is a response that does not come from Loupe, such as a proxy's.
type ClientCode = 'connection_lost' | 'timeout' | 'unreadable_answer' | 'budget_reached' | `http_${number}`;

type ErrorFacts = Partial<
  Pick<LoupeError, 'status' | 'requestId' | 'chargedUsd' | 'retryable' | 'problem' | 'attempts' | 'cause'>
>;

const name = 'LoupeError';

/** Why a call failed. An aborted call throws its signal's reason instead. */
export class LoupeError extends Error {
  override name = name;
  declare readonly status: number | undefined;
  declare readonly requestId: string | undefined;
  /** Cost of the call in USD; undefined if unknown, for example after a lost response. */
  declare readonly chargedUsd: string | undefined;
  declare readonly retryable: boolean;
  /** The problem body, with members that only some codes have. */
  declare readonly problem: Problem | undefined;
  readonly errors: NonNullable<Problem['errors']>;
  declare readonly attempts: number;

  constructor(
    readonly code: ProblemCode | ClientCode | (string & {}),
    message: string,
    facts: ErrorFacts,
  ) {
    super(message);
    this.errors = facts.problem?.errors ?? [];
    Object.assign(this, { retryable: false, attempts: 0 }, facts);
  }
}

/** Unlike `instanceof`, recognizes errors of another copy of this package. */
export function isLoupeError(error: unknown): error is LoupeError {
  return (error as Error | undefined)?.name === name;
}
