import type { ParameterFault, ProblemCode, ProblemFacts } from '@loupe/dto';

/** The one error that callers see. Everything else that is thrown leaves as `internal_error` and is logged. */
export class Problem extends Error {
  readonly status: number | undefined;
  readonly members: ProblemFacts['members'];
  /** Seconds for the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;

  /** @param detail one sentence for a person; nothing of our insides, nothing of the upstream's. */
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    options: Pick<ProblemFacts, 'status' | 'members'> & { retryAfterSeconds?: number } = {},
  ) {
    super(detail);
    this.status = options.status;
    this.members = options.members;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** All faults of a request as one problem. */
export function faultsProblem(faults: ParameterFault[]): Problem {
  const [first] = faults;
  const detail =
    faults.length === 1 && first ? `${first.parameter} ${first.message}.` : `${faults.length} members are not valid.`;
  return new Problem('unprocessable_entity', detail, { members: { errors: faults } });
}
