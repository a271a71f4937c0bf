import {
  answerSchemaOf,
  isPaged,
  type Operation,
  type ProblemCode,
  type ProblemMembers,
  problemBody,
  problemRegistry,
  problemStatusesOf,
  type SchemaName,
  servedOperations,
} from '@loupe/dto';
import type { OpenAPIObject } from '@nestjs/swagger';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;
type Response = Responses[string];

const exampleRequestId = '019a3c5e-7c1e-7d3a-9f2b-6c5d4e3f2a1b';

/** All responses of an operation. `example` is the body of a success. */
export function responsesOf(operation: Operation, example: unknown): Responses {
  const { answer, keyless } = operation;
  const success = {
    description: answer.kind === 'list' ? 'One page of the list.' : 'The object.',
    headers: headerReferences(['x-request-id', ...(keyless ? [] : keyedHeaders), ...contentHeaders(operation)]),
    content: { 'application/json': { schema: schemaReference(answerSchemaOf(operation)), example } },
  };
  const problems = ownProblemsOf(operation).map(([status, codes]) => [status, reference(status, codes)]);
  const any = operation.upstream.length > 0 ? 'AnyUpstreamProblem' : 'AnyProblem';
  const accidents = { 500: reference(500, accident), default: { $ref: `#/components/responses/${any}` } };
  return { 200: success, ...Object.fromEntries(problems), ...accidents };
}

type StatusProblems = [status: number, codes: readonly ProblemCode[]];

/**
 * Statuses that mean the same for every operation with an upstream request. Only the `default` of these operations describes
 * them, because tools such as Postman copy each response into each operation.
 */
const commonStatuses: ReadonlySet<number> = new Set([405, 409, 502, 503, 504]);

const isCommon = ({ upstream }: Operation, status: number) => upstream.length > 0 && commonStatuses.has(status);

function ownProblemsOf(operation: Operation): StatusProblems[] {
  return [...problemStatusesOf(operation)].filter(([status]) => !isCommon(operation, status));
}

function commonProblems(): StatusProblems[] {
  const operation = servedOperations.find(({ upstream }) => upstream.length > 0)!;
  return [...problemStatusesOf(operation)].filter(([status]) => isCommon(operation, status));
}

/** The problems that every operation may return. */
const accident: readonly ProblemCode[] = ['internal_error'];

const reference = (status: number, codes: readonly ProblemCode[]) => ({
  $ref: `#/components/responses/${nameOf(status, codes)}`,
});

export function sharedResponses(): Responses {
  const kinds: StatusProblems[] = [...servedOperations.flatMap(ownProblemsOf), [500, accident]];
  const common = commonProblems();
  const commonExamples = common.flatMap(([status, codes]) =>
    codes.map((code) => [`${code}_${status}`, problemExample(status, code)]),
  );
  return {
    ...Object.fromEntries(kinds.map(([status, codes]) => [nameOf(status, codes), problemResponse(status, codes)])),
    AnyProblem: {
      description: 'Any other problem, such as a malformed request.',
      headers: headerReferences(['x-request-id']),
      content: { 'application/problem+json': { schema: problemSchema } },
    },
    AnyUpstreamProblem: {
      description: `Any other problem, such as ${[...new Set(common.flatMap(([, codes]) => codes))].map((code) => `\`${code}\``).join(', ')}.`,
      headers: headerReferences([...headersOf(405), ...headersOf(503)]),
      content: {
        'application/problem+json': { schema: problemSchema, examples: Object.fromEntries(commonExamples) },
      },
    },
  };
}

/** The name of a shared response, such as `ProfileNotFound404`. Generated clients use this name for a type. */
function nameOf(status: number, codes: readonly ProblemCode[]): string {
  const words = codes.map((code) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return `${words.join('Or')}${status}`;
}

const schemaReference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const problemSchema = schemaReference('Problem');
const rateHeaders = ['RateLimit-Policy', 'RateLimit'];
const keyedHeaders = ['x-cost-usd', 'x-balance-usd', ...rateHeaders, 'Cache-Control', 'x-loupe-mode'];

const givenBeforeHeaders = ['Idempotency-Replayed', 'x-original-request-id', 'Age', 'Cache-Status'];

function problemResponse(status: number, codes: readonly ProblemCode[]): Response {
  const examples = codes.map((code) => [code, problemExample(status, code)]);
  return {
    description: codes.map(describe).join('\n\n'),
    headers: headerReferences(headersOf(status)),
    content: { 'application/problem+json': { schema: problemSchema, examples: Object.fromEntries(examples) } },
  };
}

function problemExample(status: number, code: ProblemCode) {
  return { summary: problemRegistry[code].title, value: exampleOf(status, code) };
}

function describe(code: ProblemCode): string {
  return `\`${code}\`: ${problemRegistry[code].explanation}`;
}

function contentHeaders(operation: Operation): string[] {
  const isList = operation.answer.kind === 'list' || isPaged(operation);
  return [
    ...(isList ? ['x-list-end'] : []),
    ...('fields' in operation.parameters ? ['x-fields-unmatched'] : []),
    ...(operation.upstream.length > 0 ? ['x-media-expires-at', ...givenBeforeHeaders] : []),
  ];
}

function headersOf(status: number): string[] {
  const always = ['x-request-id', 'x-cost-usd', 'Cache-Control'];
  if (status === 401) return [...always, 'WWW-Authenticate'];
  if (status === 405) return [...always, 'Allow'];
  const retry = status === 429 || status === 503 ? ['Retry-After'] : [];
  return [...always, 'x-balance-usd', ...rateHeaders, ...retry];
}

function headerReferences(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function exampleOf(status: number, code: ProblemCode): unknown {
  const { explanation, charged } = problemRegistry[code];
  const members = exampleMembers[code];
  const detail = `${explanation.split('. ', 1)[0]!.replace(/\.$/, '')}.`;
  return problemBody({ code, status, detail, members }, exampleRequestId, charged === 'never' ? 0n : 600n);
}

const exampleMembers: Partial<Record<ProblemCode, ProblemMembers>> = {
  unprocessable_entity: {
    errors: [{ in: 'path', parameter: 'user_id', message: 'must be a string of digits' }],
  },
  invalid_cursor: {
    errors: [{ in: 'query', parameter: 'cursor', message: 'must be the unchanged token of the previous page' }],
  },
  invalid_parameter: {
    errors: [{ in: 'path', parameter: 'post_id', message: 'names another owner than user_id' }],
  },
  price_above_ceiling: { price_usd: '0.000600' },
  insufficient_balance: { required_usd: '0.000600', balance_usd: '0.000100' },
  key_cap_reached: { period: 'day', cap_usd: '5.000000', spent_usd: '4.999800', resets_at: '2026-01-02T00:00:00.000Z' },
  too_many_requests: { limit: 'rate' },
};
