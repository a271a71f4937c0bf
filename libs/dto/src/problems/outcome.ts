import { type ProblemCode, type ProblemKind, problemCodes, problemRegistry } from './problem-registry';

/** Categories of usage statistics. `answered` includes “missing” and “private”; only callers can fix a `caller_error`. */
export const outcomes = ['answered', 'caller_error', 'our_error'] as const;

export type Outcome = (typeof outcomes)[number];

/** @param code problem code of the response; null or '' for a success */
export function outcomeOf(code: string | null): Outcome {
  if (!code) return 'answered';
  const kind = (problemRegistry as Record<string, ProblemKind | undefined>)[code];
  if (kind && kind.charged !== 'never') return 'answered';
  // A 504, but the caller allowed a cached response only (`only-if-cached`).
  if (code === 'not_cached') return 'caller_error';
  return kind === undefined || kind.status >= 500 ? 'our_error' : 'caller_error';
}

/** All problem codes of an outcome, for queries of the usage log. */
export const codesOf = (outcome: Outcome): ProblemCode[] => problemCodes.filter((code) => outcomeOf(code) === outcome);
