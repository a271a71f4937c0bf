import { problemBody, problemRegistry } from '@loupe/dto';
import type { LoupeResponse } from './messages';
import type { Problem } from './problem';
import { Reply, sendReply } from './reply';

/** The body of a problem as it goes out, for a caller who is charged `chargedMicros` for it. */
export function problemReply(problem: Problem, requestId: string, chargedMicros = 0n): Reply {
  const body = problemBody(problem, requestId, chargedMicros);
  return new Reply(Buffer.from(JSON.stringify(body)), body.status, 'application/problem+json');
}

/** Sets what a problem says in headers, and sends it. */
export function sendProblem(response: LoupeResponse, problem: Problem): Reply {
  const reply = problemReply(problem, response.requestId);
  setProblemHeaders(response, problem);
  void sendReply(response, reply);
  return reply;
}

export function setProblemHeaders(response: LoupeResponse, problem: Problem): void {
  const status = problem.status ?? problemRegistry[problem.code].status;
  const seconds = problem.retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  if (seconds !== undefined) response.setHeader('retry-after', Math.max(1, Math.ceil(seconds)));
  if (problem.code === 'method_not_allowed') response.setHeader('allow', 'GET');
}
