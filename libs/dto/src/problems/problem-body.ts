import { formatUsd } from '../money/usd';
import { type ProblemCode, problemRegistry } from './problem-registry';

export type ParameterPlace = 'path' | 'query' | 'header' | 'body';

export interface ParameterError {
  in: ParameterPlace;
  parameter: string;
  /** Completes “<parameter> …”, such as “must be a string of digits”. */
  message: string;
}

export interface ProblemMembers {
  errors?: ParameterError[];
  /** On `insufficient_balance`: the price. */
  required_usd?: string;
  balance_usd?: string;
  price_usd?: string;
  /** With `key_cap_reached`: the exceeded cap and when its next day or month begins. */
  period?: 'day' | 'month';
  cap_usd?: string;
  spent_usd?: string;
  resets_at?: string;
  limit?: 'rate' | 'concurrency';
  /** Machine-readable cause where one code has several, such as `fresh_password_required`. */
  reason?: string;
  /** With `changed_meanwhile`: the values of now. */
  current?: Readonly<Record<string, unknown>>;
}

/** Body of every error: `application/problem+json` (RFC 9457). */
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
  /** Overrides the code's status: 503 or 504 with `upstream_error`. */
  status?: number | undefined;
  /** Overrides the code's value: false with `upstream_error` for a gated resource. */
  retryable?: boolean | undefined;
  members?: ProblemMembers | undefined;
}

/** @param publicUrl prefix of the link that explains the code */
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
