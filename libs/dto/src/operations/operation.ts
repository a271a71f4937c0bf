import { type FieldTree, fields } from '../parameters/fields';
import type { Parameters, ValuesOf } from '../parameters/parameter';
import { type ProblemCode, problemRegistry } from '../problems/problem-registry';
import { type ListedName, pageNameOf, type SchemaName } from '../schemas';

/** What an operation answers with, by the name of the schema that documents it. */
export type AnswerKind =
  /** `{items, next_cursor, has_more}` of the schema's objects; one page where the operation takes no cursor. */
  { readonly kind: 'list'; readonly of: ListedName } | { readonly kind: 'object'; readonly of: SchemaName };

/** One endpoint. Its route, validation, price, documentation, and its name in logs and metrics come from this and nowhere else. */
export interface Operation<Declared extends Parameters = Parameters> {
  /** `users.followers`: the name in the usage log, metrics and the playground. */
  readonly name: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: Declared;
  /** Parameters of which one request may send one at most; exactly one where `required`. */
  readonly exclusive?: { readonly parameters: readonly string[]; readonly required: boolean };
  /** Price in units of the price per request, 1 unless declared; 0 is free. */
  readonly priceUnits: number;
  /** Upstream requests it may lead to, by their names; none for what is answered here. */
  readonly upstream: readonly string[];
  readonly answer: AnswerKind;
  /** Problems of its own, beside those that every operation of its sort can end in. */
  readonly problems: readonly ProblemCode[];
  /** Needs no key: no rate, no balance, no usage row. */
  readonly keyless?: boolean;
}

export type ValuesOfOperation<Declared extends Operation> = ValuesOf<Declared['parameters']> & {
  readonly fields?: FieldTree | undefined;
};

type Defaults = Pick<Operation, 'priceUnits' | 'upstream' | 'problems'>;
type Declaration<Declared extends Parameters> = Omit<Operation<Declared>, 'name' | keyof Defaults> & Partial<Defaults>;

const defaults: Defaults = { priceUnits: 1, upstream: [], problems: [] };

/** The operations of a domain, each named after its key: `byId` of `users` is `users.by_id`. */
export function defineOperations<const Domain extends Record<string, Parameters>>(
  domain: string,
  declarations: { readonly [Key in keyof Domain]: Declaration<Domain[Key]> },
): { readonly [Key in keyof Domain]: Operation<Domain[Key]> } {
  const named = Object.entries(declarations).map(([key, declaration]) => {
    const name = `${domain}.${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    const operation = { ...defaults, name, ...declaration };
    // What the upstream gave may be cut; what is made here is short.
    const parameters = operation.upstream.length > 0 ? { ...operation.parameters, fields } : operation.parameters;
    return [key, { ...operation, parameters }];
  });
  return Object.fromEntries(named) as { readonly [Key in keyof Domain]: Operation<Domain[Key]> };
}

/** First segment of the name: the domain, which is also the tag of the documentation. */
export function domainOf(operation: Operation): string {
  return operation.name.slice(0, operation.name.indexOf('.'));
}

export function placeOf(operation: Operation, parameter: string): 'path' | 'query' {
  return operation.path.includes(`{${parameter}}`) ? 'path' : 'query';
}

/** Parameters that take back what a page gave; each is a token of ours. */
export const tokenParameters = ['cursor', 'min_id', 'max_id'] as const;

export function isPaged({ parameters }: Operation): boolean {
  return tokenParameters.some((name) => name in parameters);
}

/** Parameters that a request cannot do without, where only those that `isSent` tells are sent: of exclusive ones the first. */
export function neededParameters(
  { parameters, exclusive }: Operation,
  isSent: (parameter: string) => boolean = () => false,
): string[] {
  const chosen = exclusive?.required && !exclusive.parameters.some(isSent) ? exclusive.parameters[0] : undefined;
  return Object.keys(parameters).filter((name) => parameters[name]!.required || name === chosen);
}

/** The address of a request that succeeds against the simulated upstream, from the examples of its parameters. */
export function exampleAddress(operation: Operation): string {
  const { path, parameters } = operation;
  const names = neededParameters(operation);
  const values = Object.fromEntries(names.map((name) => [name, encodeURIComponent(parameters[name]!.example!)]));
  const query = names.filter((name) => !path.includes(`{${name}}`)).map((name) => `${name}=${values[name]}`);
  return (
    path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!) + (query.length > 0 ? `?${query.join('&')}` : '')
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

/** Every code an answer of this operation can carry beside the accidents that no operation is safe from, its own ones first. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const codes: ProblemCode[] = [...operation.problems, 'method_not_allowed'];
  if (isPaged(operation)) codes.push('invalid_cursor');
  if (!operation.keyless) codes.push('unauthorized', 'account_suspended', 'too_many_requests', 'service_unavailable');
  codes.push('unprocessable_entity');
  if (operation.priceUnits > 0) codes.push(...pricedProblems);
  if (operation.upstream.length > 0) codes.push('upstream_error');
  return [...new Set(codes)];
}

/** The statuses that go with {@link problemsOf}: an upstream that fails has three, for nonsense, known to be down, too slow. */
export function problemStatusesOf(operation: Operation): Map<number, ProblemCode[]> {
  const codesByStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(operation)) {
    const statuses = code === 'upstream_error' ? [502, 503, 504] : [problemRegistry[code].status];
    for (const status of statuses) codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return new Map([...codesByStatus].sort(([left], [right]) => left - right));
}

/** What a success looks like: of a list, one page. */
export function answerSchemaOf({ answer }: Operation): SchemaName {
  return answer.kind === 'list' ? pageNameOf(answer.of) : answer.of;
}
