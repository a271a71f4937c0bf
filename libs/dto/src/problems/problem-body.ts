import { formatCostUsd } from '../money/usd';
import { type ProblemCode, problemRegistry } from './problem-registry';

export type ParameterPlace = 'path' | 'query' | 'header' | 'body';

export interface ParameterFault {
  in: ParameterPlace;
  parameter: string;
  /** The end of a sentence that begins with the parameter: "must be a string of digits". */
  message: string;
}

/** The body of every error, `application/problem+json` (RFC 9457). */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  request_id: string;
  charged_usd: string;
  retryable: boolean;
  errors?: ParameterFault[];
  required_usd?: string;
  balance_usd?: string;
  /** For programs, where one code has several causes: `fresh_password_required`. */
  reason?: string;
}

export interface ProblemFacts {
  code: ProblemCode;
  detail: string;
  /** Instead of the code's own: 503 and 504 of `upstream_error`. */
  status?: number | undefined;
  /** Further members: `errors`, `required_usd`, `balance_usd`, `reason`. */
  members?: Partial<Pick<ProblemBody, 'errors' | 'required_usd' | 'balance_usd' | 'reason'>> | undefined;
}

export function problemBody(facts: ProblemFacts, requestId: string, chargedMicros: bigint): ProblemBody {
  const { title, status, retryable } = problemRegistry[facts.code];
  return {
    type: `/errors/${facts.code}`,
    title,
    status: facts.status ?? status,
    detail: facts.detail,
    code: facts.code,
    request_id: requestId,
    charged_usd: formatCostUsd(chargedMicros),
    retryable,
    ...facts.members,
  };
}
