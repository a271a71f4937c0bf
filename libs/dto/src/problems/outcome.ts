import { type ProblemCode, type ProblemKind, problemCodes, problemRegistry } from './problem-registry';

/**
 * How a request ended, in the one sense in which it is counted. `answered`: with what was asked for, or with the news that it
 * is not there or private; `caller_error`: only the caller can mend it; `our_error`: Loupe or its upstream failed.
 */
export const outcomes = ['answered', 'caller_error', 'our_error'] as const;

export type Outcome = (typeof outcomes)[number];

/** @param code of the problem that a request was answered with; null or '' for a success. */
export function outcomeOf(code: string | null): Outcome {
  if (!code) return 'answered';
  const kind = (problemRegistry as Record<string, ProblemKind | undefined>)[code];
  if (kind && kind.charged !== 'never') return 'answered';
  // The caller asked for nothing but an answer that is kept.
  if (code === 'not_cached') return 'caller_error';
  return kind === undefined || kind.status >= 500 ? 'our_error' : 'caller_error';
}

export const codesOf = (outcome: Outcome): ProblemCode[] => problemCodes.filter((code) => outcomeOf(code) === outcome);
