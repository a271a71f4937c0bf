import { Refusal } from '../wire/answer';
import { GRAPHQL_ERRORS } from '../wire/refusals';
import type { User } from '../world/users';
import type { World } from '../world/world';
import type { Call } from './operation';

/** The `variables` of a GraphQL request: a JSON object in a form field. */
export function variablesOf(call: Call): Readonly<Record<string, unknown>> {
  try {
    const variables: unknown = JSON.parse(call.form.get('variables') ?? '');
    if (variables !== null && typeof variables === 'object') return variables as Record<string, unknown>;
  } catch {
    // Refused below, like every other value that is no object.
  }
  throw new Refusal(GRAPHQL_ERRORS);
}

/** A variable's text; numbers count as their digits, everything else as absent. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** The account that a GraphQL request names; for unknown, deleted and banned ones the answer's data will be null. */
export function namedUser(world: World, pk: string | undefined): User | undefined {
  const user = pk !== undefined && /^\d{1,19}$/.test(pk) ? world.userByPk(Number(pk)) : undefined;
  return user?.standing === 'active' ? user : undefined;
}
