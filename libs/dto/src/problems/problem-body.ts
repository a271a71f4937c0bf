import { formatUsd } from '../money/usd';
import { type ProblemCode, problemRegistry } from './problem-registry';

export type ParameterPlace = 'path' | 'query' | 'header' | 'body';

export interface ParameterFault {
  in: ParameterPlace;
  parameter: string;
  /** The end of a sentence that begins with the parameter: "must be a string of digits". */
  message: string;
}

/** What some codes say beside what all of them do. */
export interface ProblemMembers {
  errors?: ParameterFault[];
  /** On `insufficient_balance`: the price. */
  required_usd?: string;
  balance_usd?: string;
  /** On `price_above_ceiling`. */
  price_usd?: string;
  /** On `key_cap_reached`: whose cap it is, and when the next day or month begins. */
  period?: 'day' | 'month';
  cap_usd?: string;
  spent_usd?: string;
  resets_at?: string;
  /** On `too_many_requests`. */
  limit?: 'rate' | 'concurrency';
  /** For programs, where one code has several causes: `fresh_password_required`. */
  reason?: string;
}

/** The body of every error, `application/problem+json` (RFC 9457). */
export interface ProblemBody extends ProblemMembers {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  request_id: string;
  charged_usd: string;
  retryable: boolean;
}

export interface ProblemFacts {
  code: ProblemCode;
  detail: string;
  /** Instead of the code's own: 503 and 504 of `upstream_error`. */
  status?: number | undefined;
  /** Instead of the code's own: `upstream_error` about a thing that the upstream shows to nobody here. */
  retryable?: boolean | undefined;
  members?: ProblemMembers | undefined;
}

/** @param publicUrl in front of the address that explains the code, where it is known. */
export function problemBody(
  facts: ProblemFacts,
  requestId: string,
  chargedMicros: bigint,
  publicUrl = '',
): ProblemBody {
  const { title, status, retryable } = problemRegistry[facts.code];
  return {
    type: `${publicUrl}/errors/${facts.code}`,
    title,
    status: facts.status ?? status,
    detail: facts.detail,
    code: facts.code,
    request_id: requestId,
    charged_usd: formatUsd(chargedMicros),
    retryable: facts.retryable ?? retryable,
    ...facts.members,
  };
}
