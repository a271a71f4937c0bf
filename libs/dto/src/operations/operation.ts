import { type FieldTree, fields } from '../parameters/fields';
import type { Parameters, ValuesOf } from '../parameters/parameter';
import { type ProblemCode, problemRegistry } from '../problems/problem-registry';
import { type ListedName, pageNameOf, type SchemaName } from '../schemas';

/** The response of an operation; `of` names the documented schema. */
export type AnswerKind =
  // `{items, next_cursor, has_more}`; a single page if the operation takes no cursor.
  { readonly kind: 'list'; readonly of: ListedName } | { readonly kind: 'object'; readonly of: SchemaName };

/** One endpoint: the only source of its route, validation, price, documentation, and name in logs and metrics. */
export interface Operation<Declared extends Parameters = Parameters> {
  /** Such as `users.followers`: used in the usage log, metrics and the playground. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: Declared;
  /** A request may send at most one of these parameters, or must send exactly one if `required`. */
  readonly exclusive?: { readonly parameters: readonly string[]; readonly required: boolean };
  /** Multiple of the price per request; 0 is free. */
  readonly priceUnits: number;
  readonly upstream: readonly string[];
  readonly answer: AnswerKind;
  /** In addition to the problems that every operation can respond with. */
  readonly problems: readonly ProblemCode[];
  /** Served without a key: no rate limit, balance check or usage row. */
  readonly keyless?: boolean;
}

export type ValuesOfOperation<Declared extends Operation> = ValuesOf<Declared['parameters']> & {
  readonly fields?: FieldTree | undefined;
};

type Defaults = Pick<Operation, 'priceUnits' | 'upstream' | 'problems'>;
type Declaration<Declared extends Parameters> = Omit<Operation<Declared>, 'name' | keyof Defaults> & Partial<Defaults>;

const defaults: Defaults = { priceUnits: 1, upstream: [], problems: [] };

/** Declares the operations of a domain; `byId` in `users` is named `users.by_id`. */
export function defineOperations<const Domain extends Record<string, Parameters>>(
  domain: string,
  declarations: { readonly [Key in keyof Domain]: Declaration<Domain[Key]> },
): { readonly [Key in keyof Domain]: Operation<Domain[Key]> } {
  const named = Object.entries(declarations).map(([key, declaration]) => {
    const name = `${domain}.${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    const operation = { ...defaults, name, ...declaration };
    // Upstream data can be large, so callers may select fields; local responses are short.
    const parameters = operation.upstream.length > 0 ? { ...operation.parameters, fields } : operation.parameters;
    return [key, { ...operation, parameters }];
  });
  return Object.fromEntries(named) as { readonly [Key in keyof Domain]: Operation<Domain[Key]> };
}

/** The domain of an operation, which is also its tag in the documentation. */
export function domainOf(operation: Operation): string {
  return operation.name.slice(0, operation.name.indexOf('.'));
}

/** Whether a parameter is part of the path or of the query string. */
export function placeOf(operation: Operation, parameter: string): 'path' | 'query' {
  return operation.path.includes(`{${parameter}}`) ? 'path' : 'query';
}

/** Parameters that take a paging token of an earlier response. */
export const tokenParameters = ['cursor', 'min_id', 'max_id'] as const;

/** Whether the operation takes a paging token. */
export function isPaged({ parameters }: Operation): boolean {
  return tokenParameters.some((name) => name in parameters);
}

/** Parameters that a request must have. Includes the first exclusive parameter if one is required and none is sent. */
export function neededParameters(
  { parameters, exclusive }: Operation,
  isSent: (parameter: string) => boolean = () => false,
): string[] {
  const chosen = exclusive?.required && !exclusive.parameters.some(isSent) ? exclusive.parameters[0] : undefined;
  return Object.keys(parameters).filter((name) => parameters[name]!.required || name === chosen);
}

/** Path and query of a request that succeeds against the simulator, made from the parameters' examples. */
export function exampleAddress(operation: Operation): string {
  const names = neededParameters(operation);
  return requestAddress(
    operation,
    Object.fromEntries(names.map((name) => [name, operation.parameters[name]!.example!])),
  );
}

/** Path and query of a request with these parameters, which include all of the path. */
export function requestAddress({ path, parameters }: Operation, given: Readonly<Record<string, string>>): string {
  const encoded = (name: string) => encodeURIComponent(given[name]!);
  const inQuery = Object.keys(parameters).filter((name) => name in given && !path.includes(`{${name}}`));
  const query = inQuery.map((name) => `${name}=${encoded(name)}`);
  return (
    path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(name)) + (query.length > 0 ? `?${query.join('&')}` : '')
  );
}

const pricedProblems = [
  'insufficient_balance',
  'key_cap_reached',
  'price_above_ceiling',
  'idempotency_key_used_up',
  'idempotency_key_reused',
  'not_cached',
] as const satisfies ProblemCode[];

/** Problem codes of an operation, its own first. Omits codes that belong to no operation, such as `internal_error`. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const codes: ProblemCode[] = [...operation.problems, 'method_not_allowed'];
  if (isPaged(operation)) codes.push('invalid_cursor');
  if (!operation.keyless)
    codes.push('unauthorized', 'account_suspended', 'wrong_credential', 'too_many_requests', 'service_unavailable');
  codes.push('unprocessable_entity');
  if (operation.priceUnits > 0) codes.push(...pricedProblems);
  if (operation.upstream.length > 0) codes.push('upstream_error');
  return [...new Set(codes)];
}

/** The codes of {@link problemsOf} by status. `upstream_error` has three: 502, 503 and 504. */
export function problemStatusesOf(operation: Operation): Map<number, ProblemCode[]> {
  const codesByStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(operation)) {
    const statuses = code === 'upstream_error' ? [502, 503, 504] : [problemRegistry[code].status];
    for (const status of statuses) codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return new Map([...codesByStatus].sort(([left], [right]) => left - right));
}

/** Schema of a successful response; of one page if it is a list. */
export function answerSchemaOf({ answer }: Operation): SchemaName {
  return answer.kind === 'list' ? pageNameOf(answer.of) : answer.of;
}
