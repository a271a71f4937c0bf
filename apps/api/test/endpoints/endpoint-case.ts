import type { Operation, ProblemCode } from '@loupe/dto';
import type { SeenRequest } from '../support/per-worker/simulator';
import type { SentReply } from '../support/send';

/** Who sends the request of a case. */
export type CallerKind =
  /** Has money and an ordinary key. */
  | 'funded'
  | 'penniless'
  /** Has money, and a key that may not spend it. */
  | 'capped'
  | 'suspended'
  /** Has used up the rate of its key. */
  | 'too fast'
  /** Sends no key. */
  | 'nobody';

/** What is wrong with the service or the upstream while the request is made. */
export type Condition = 'circuit open' | 'key set out of date' | 'short deadline' | 'fetched again twice';

/** One request and what must come of it. */
export interface EndpointCase {
  readonly operation: Operation;
  /** The guarantee, without the name of the operation. */
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Path of a request that the same caller has made with the same headers. */
  readonly earlier?: string;
  readonly status: number;
  /** Of the problem, where the answer is one. */
  readonly code?: ProblemCode;
  readonly caller?: CallerKind;
  readonly condition?: Condition;
  /** Upstream operation → the simulator's name of what is wrong with it. */
  readonly faults?: Readonly<Record<string, string>>;
  /** Units charged, where the rule (see `unitsOf`) does not say it: what is answered without the upstream is free. */
  readonly units?: number;
  /** Names of the upstream requests that must be seen, in any order. */
  readonly upstream?: readonly string[];
  readonly check?: (reply: SentReply, seen: readonly SeenRequest[]) => void;
}

/** The same cases with their operation filled in. */
export function casesOf(operation: Operation, cases: readonly Omit<EndpointCase, 'operation'>[]): EndpointCase[] {
  return cases.map((one) => ({ operation, ...one }));
}

/** The price of a unit, as it is without configuration: $0.0006. */
export const unitMicros = 600n;

const paidProblems: readonly (ProblemCode | undefined)[] = ['private_account', 'profile_not_found', 'not_found'];

/** What the upstream has answered is paid for, everything else is free. Said here anew, so that no table proves itself. */
export function unitsOf({ operation, status, code, units }: EndpointCase): number {
  if (units !== undefined) return units;
  return status === 200 || paidProblems.includes(code) ? operation.priceUnits : 0;
}
