import type { IncomingHttpHeaders } from 'node:http';
import type { ParameterError, ProblemCode, ProblemFacts } from '@loupe/dto';

/** The only error whose details callers see. Unexpected errors become `internal_error` and are logged. */
export class Problem extends Error {
  readonly status: number | undefined;
  readonly retryable: boolean | undefined;
  readonly members: ProblemFacts['members'];
  readonly retryAfterSeconds: number | undefined;

  /** @param detail what is wrong and what to do, in one or two sentences; without internals of Loupe or of the upstream. */
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    options: Pick<ProblemFacts, 'status' | 'retryable' | 'members'> & { retryAfterSeconds?: number } = {},
  ) {
    super(detail);
    this.status = options.status;
    this.retryable = options.retryable;
    this.members = options.members;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** @param thing what no id of the request names, such as `key`; @param list the plural, which names the list with the ids */
export function noSuch(thing: string, list = `${thing}s`): Problem {
  return new Problem('not_found', `There is no such ${thing}. Take the id from the list of ${list}.`);
}

/** The `reason` of an `upstream_error` for a request that is refused without asking the upstream, because it has failed repeatedly. */
export const keepsFailing = 'request_keeps_failing';

/** A response lists at most this many of the errors of a request. */
const maxErrors = 20;

export function validationProblem(all: ParameterError[]): Problem {
  const errors = all.slice(0, maxErrors);
  const sentences = errors.map(({ parameter, message }) => `${parameter} ${message}`);
  if (all.length > maxErrors) sentences.push(`${all.length - maxErrors} more are invalid`);
  return new Problem('unprocessable_entity', `${sentences.join('; ')}.`, { members: { errors } });
}

/** A problem with one parameter. `message` follows its name in a sentence. */
export function parameterProblem(
  place: ParameterError['in'],
  parameter: string,
  message: string,
  code: ProblemCode = 'unprocessable_entity',
): Problem {
  return new Problem(code, `${parameter} ${message}.`, { members: { errors: [{ in: place, parameter, message }] } });
}

export function tooManyRequests(limit: 'rate' | 'concurrency', detail: string, retryAfterSeconds: number): Problem {
  return new Problem('too_many_requests', detail, { retryAfterSeconds, members: { limit } });
}

export const overloaded = new Problem(
  'service_unavailable',
  'This process has too many requests in flight. Try again in 1 s, with fewer requests at once.',
);

/** @param right what to send instead, as a sentence */
export function methodNotAllowed(
  method: string | undefined,
  allowed: readonly string[] = ['GET'],
  right = 'Send parameters in the path and the query, such as GET /users/1001?fields=username.',
): Problem {
  return new Problem('method_not_allowed', `This URL accepts ${allowed.join(' and ')}, not ${method}. ${right}`);
}

/** For a request whose body is not declared as JSON. */
export function notJson({ 'content-type': type }: IncomingHttpHeaders): Problem {
  const seen = type ? `The content-type is ${type.slice(0, 60)}.` : 'The content-type is missing.';
  const detail = `${seen} Send JSON with content-type: application/json, or {} if there is nothing to say.`;
  return new Problem('unsupported_media_type', detail);
}
