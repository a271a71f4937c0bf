import type { Problem, ProblemCode } from './generated/types.ts';

/** Where no problem came back. `http_…` is an answer that is none of Loupe's, of a proxy for example. */
type ClientCode = 'connection_lost' | 'timeout' | 'unreadable_answer' | 'budget_reached' | `http_${number}`;

type ErrorFacts = Partial<
  Pick<LoupeError, 'status' | 'requestId' | 'chargedUsd' | 'retryable' | 'problem' | 'attempts' | 'cause'>
>;

const name = 'LoupeError';

/** Why a call failed. An abort is no such error: it throws the reason of its signal. */
export class LoupeError extends Error {
  override name = name;
  declare readonly status: number | undefined;
  declare readonly requestId: string | undefined;
  /** What the call cost; undefined where that is unknown, because no answer arrived. */
  declare readonly chargedUsd: string | undefined;
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean;
  /** The whole body, with the members that only some codes have. */
  declare readonly problem: Problem | undefined;
  /** Every fault of the request. */
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

/** Unlike `instanceof` it knows errors of another copy of this package, too. */
export function isLoupeError(error: unknown): error is LoupeError {
  return (error as Error | undefined)?.name === name;
}
