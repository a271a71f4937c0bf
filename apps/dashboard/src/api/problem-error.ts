import { isUnavailable } from './connection';
import type { components } from './generated/dashboard-api';

type ProblemView = components['schemas']['ProblemView'];

export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(readonly problem: Omit<ProblemView, 'code'> & { code: string }) {
    super(problem.detail);
  }
}

/** The problem for a failed page, a call without a response, or a response that is not from the API (a proxy's). */
export const problemOfFailure = (status: number, detail: string): ProblemError =>
  new ProblemError(failure(status, detail));

const failure = (status: number, detail: string, title?: string): ProblemError['problem'] => ({
  type: 'about:blank',
  title: title ?? (status === 0 || isUnavailable(status) ? 'Loupe cannot be reached' : 'Unexpected response'),
  status,
  detail,
  code: 'unreachable',
  request_id: '',
  charged_usd: '0',
  retryable: true,
});

/** A change that was not made, or of which nobody knows whether it was made. */
export class NotDone extends ProblemError {
  constructor(title: string, detail: string) {
    super(failure(0, detail, title));
  }
}

/** Whether a request may have been performed although it failed. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.problem.status === 0 || error.problem.status >= 500;

/** For changes that may be sent twice. */
export const lostChange = (error: unknown): unknown =>
  isLost(error) && !(error instanceof NotDone) && !isExplained(error)
    ? new NotDone(
        'We do not know whether it worked',
        'No response arrived. This page shows what is stored; sending it again changes nothing more.',
      )
    : error;

/** Loupe's own failure, which has a request id. */
export const isExplained = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.request_id !== '';

export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof TypeError)
    return problemOfFailure(0, 'No response arrived. Check your connection. Nothing you typed is lost.');
  return problemOfFailure(500, 'This page failed. Reload it, and tell the operator if it fails again.');
}

export function problemOfBody(body: unknown, response: Response): ProblemError {
  if (typeof body === 'object' && body !== null && 'detail' in body && 'code' in body)
    return new ProblemError(body as ProblemView);
  if (isUnavailable(response.status))
    return problemOfFailure(response.status, 'No response arrived: Loupe may be restarting. Try again in a moment.');
  const problem = problemOfFailure(response.status, `The server returned ${response.status} without an explanation.`);
  problem.problem.request_id = response.headers.get('x-request-id') ?? '';
  return problem;
}

export const isConflict = (error: unknown): boolean => error instanceof ProblemError && error.problem.status === 409;

export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ProblemError ? error.problem.reason : undefined;
