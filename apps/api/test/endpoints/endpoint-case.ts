import type { Operation, ProblemCode } from '@loupe/dto';
import type { SeenRequest } from '../support/per-worker/simulator';
import type { SentReply } from '../support/send';

export type CallerKind =
  | 'funded'
  | 'penniless'
  /** Has money, and a key that is over its cap. */
  | 'capped'
  | 'suspended'
  /** Has exhausted the rate of its key. */
  | 'too fast'
  | 'nobody';

/** The state during the request. `fetched again twice`: `earlier` was fetched three times, and the store is empty. */
export type Condition = 'circuit open' | 'key set out of date' | 'short deadline' | 'fetched again twice';

export interface EndpointCase {
  readonly operation: Operation;
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Path of an earlier request by the same caller with the same headers. */
  readonly earlier?: string;
  readonly status: number;
  readonly code?: ProblemCode;
  readonly caller?: CallerKind;
  readonly condition?: Condition;
  /** Upstream operation → the simulator's name of the injected fault. */
  readonly faults?: Readonly<Record<string, string>>;
  /** Charged units, for cases that differ from the rule of `unitsOf` because they make no upstream request. */
  readonly units?: number;
  readonly upstream?: readonly string[];
  readonly check?: (reply: SentReply, seen: readonly SeenRequest[]) => void;
}

/** A case whose status follows from its code, or is 200, unless it states another. */
export type OwnCase = Omit<EndpointCase, 'operation' | 'status'> & { readonly status?: number };

/** The promised status of each code. A copy of the API's table, so that no table is compared with itself. */
const statuses: Partial<Record<ProblemCode, number>> = {
  invalid_parameter: 400,
  invalid_cursor: 400,
  unauthorized: 401,
  insufficient_balance: 402,
  key_cap_reached: 402,
  price_above_ceiling: 402,
  private_account: 403,
  account_suspended: 403,
  wrong_credential: 403,
  not_found: 404,
  profile_not_found: 404,
  idempotency_key_used_up: 409,
  unprocessable_entity: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  upstream_error: 502,
  service_unavailable: 503,
  not_cached: 504,
};

export function casesOf(operation: Operation, cases: readonly OwnCase[]): EndpointCase[] {
  return cases.map((one) => ({ operation, ...one, status: one.status ?? (one.code ? statuses[one.code]! : 200) }));
}

/** One case for each value. */
export function eachOf<T>(values: readonly T[], caseOf: (value: T) => OwnCase): OwnCase[] {
  return values.map(caseOf);
}

export const unitMicros = 600n;

const paidProblems: readonly (ProblemCode | undefined)[] = ['private_account', 'profile_not_found', 'not_found'];

/** A 200 and `paidProblems` cost the price. A copy of the API's rule, so that no rule is compared with itself. */
export function unitsOf({ operation, status, code, units }: EndpointCase): number {
  if (units !== undefined) return units;
  return status === 200 || paidProblems.includes(code) ? operation.priceUnits : 0;
}
