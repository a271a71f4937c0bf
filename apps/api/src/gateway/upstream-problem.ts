import type { Operation, ProblemCode } from '@loupe/dto';
import { PathRefused, type UpstreamFailure } from '@loupe/upstream-client';
import { keepsFailing, Problem } from '../platform/problem';
import type { UpstreamResult } from './answers/upstream-result';

/** The charged result for something that does not exist or is private; undefined for other failures. */
export function absenceOf(failure: UpstreamFailure, operation: Operation): UpstreamResult | undefined {
  const problem = failure.isAnswer ? problemOfUpstream(failure, operation) : undefined;
  return problem && problem.code !== 'upstream_error' ? { body: emptyBody, problem } : undefined;
}

const emptyBody = Buffer.alloc(0);

/** Maps an upstream failure to the problem that the caller gets. */
export function problemOfUpstream(failure: UpstreamFailure, operation: Operation): Problem {
  const code = failure.isAnswer ? codeOf(failure.kind as AnsweredKind, operation.problems) : undefined;
  if (code) return new Problem(code, details[code]);
  // The upstream may reject an id of a media or a comment. In other operations, the caller did not send the id.
  if (failure.kind === 'invalid_id' && operation.problems.includes('invalid_parameter'))
    return new Problem('invalid_parameter', 'The upstream rejected this id as invalid. Check the id.');
  switch (failure.kind) {
    case 'timeout':
      return new Problem('upstream_error', 'The upstream did not respond in time. Send the request again later.', {
        status: 504,
      });
    case 'retry_later':
      return new Problem('upstream_error', 'The upstream is unavailable at the moment. Send the request again later.', {
        status: 503,
        retryAfterSeconds: failure.retryAfterSeconds ?? 5,
        ...(failure instanceof PathRefused && { members: { reason: keepsFailing } }),
      });
    case 'gated':
      return new Problem(
        'upstream_error',
        'The upstream shows this only to viewers of another age or region. Do not repeat the request: it will fail again.',
        { retryable: false },
      );
    default:
      return new Problem('upstream_error', 'The upstream sent no usable response. Send the request again later.');
  }
}

type AnsweredKind = 'user_not_found' | 'not_found' | 'private';

const details = {
  profile_not_found: 'This user does not exist, was deleted or is banned.',
  not_found: 'This resource does not exist, or was deleted.',
  private_account: 'This account is private, so you cannot see its content.',
} satisfies Partial<Record<ProblemCode, string>>;

/** The declared code that fits best. Undefined if the operation declares none: then the response is unusable. */
function codeOf(kind: AnsweredKind, declared: readonly ProblemCode[]): keyof typeof details | undefined {
  const candidates = {
    private: ['private_account'],
    user_not_found: ['profile_not_found', 'not_found'],
    not_found: ['not_found', 'profile_not_found'],
  } as const;
  return candidates[kind].find((code) => declared.includes(code));
}
