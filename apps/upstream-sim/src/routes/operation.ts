import { type Answer } from '../wire/answer';
import { type Page, type PageRequest, pageOf, quirksOfLists, type Treatment } from '../wire/paging';
import { refusal } from '../wire/refusals';
import type { View } from '../wire/view';
import type { User } from '../world/users';

export interface Call {
  readonly operation: string;
  readonly view: View;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly treatment: Treatment;
}

export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Distinguishes GraphQL requests, which share a path. */
  readonly friendlyName?: string;
  /** @throws {Refusal} with the platform's error response */
  readonly answer: (call: Call) => Answer;
}

const rest =
  (method: Operation['method']) =>
  (name: string, path: string, answer: Operation['answer']): Operation => ({
    name,
    method,
    path: `/api/v1/${path}/`,
    answer,
  });

export const get = rest('GET');
export const post = rest('POST');

export function graphql(name: string, friendlyName: string, answer: Operation['answer']): Operation {
  return { name, method: 'POST', path: '/graphql/query', friendlyName, answer };
}

export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`The path has no {${name}}`);
  return value;
}

export interface ListRequest extends Pick<PageRequest, 'cursor' | 'size' | 'kind'> {
  readonly owner?: User | undefined;
}

/** The requested page of a list. The lists of the user `quirky.lists` misbehave even without an injected fault. */
export function pageFor<T>(call: Call, list: readonly T[], { owner, ...request }: ListRequest): Page<T> {
  const naturalQuirks = owner?.username === 'quirky.lists' ? quirksOfLists[call.operation] : undefined;
  return pageOf(list, { ...request, treatment: call.treatment, naturalQuirks });
}

export function variablesOf(call: Call): Readonly<Record<string, unknown>> {
  try {
    const variables: unknown = JSON.parse(call.form.get('variables') ?? '');
    if (variables !== null && typeof variables === 'object') return variables as Record<string, unknown>;
  } catch {
    // Rejected below, like JSON values that are neither objects nor arrays.
  }
  throw refusal('graphql_errors');
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
