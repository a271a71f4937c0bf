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
export function problemOfFailure(status: number, detail: string): ProblemError {
  return new ProblemError({
    type: 'about:blank',
    title: status === 0 || isUnavailable(status) ? 'Loupe cannot be reached' : 'Unexpected response',
    status,
    detail,
    code: 'unreachable',
    request_id: '',
    charged_usd: '0',
    retryable: true,
  });
}

export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof TypeError)
    return problemOfFailure(0, 'No response arrived. Check your connection and try again. Nothing you typed is lost.');
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
