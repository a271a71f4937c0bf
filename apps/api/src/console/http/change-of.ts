import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { idempotencyKeyOf, idempotencyKeyRule } from '../../platform/idempotency-key';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../../platform/problem';

export const IdempotencyKeyHeader = (required: boolean) =>
  ApiHeader({
    name: 'Idempotency-Key',
    required,
    description:
      'A random value. For ten minutes, a repeat with this value gets the first response and changes nothing',
    schema: { type: 'string', minLength: 16, maxLength: 128 },
  });

/**
 * The change that a request asks for.
 * @param isKeyChecked `false` for a route that reads the key itself: a key of another form is not remembered here
 * @throws {Problem} `unprocessable_entity` for a malformed key
 */
export function changeOf(
  { method, originalUrl, body, headers }: Request,
  owner: Pick<RequestedChange, 'owner' | 'role'>,
  isKeyChecked = true,
): RequestedChange {
  const given = headers['idempotency-key'];
  const idempotencyKey = given === undefined ? undefined : idempotencyKeyOf(`${given}`);
  if (isKeyChecked && given !== undefined && idempotencyKey === undefined)
    throw parameterProblem('header', 'Idempotency-Key', idempotencyKeyRule);
  return { ...owner, idempotencyKey, request: [method, originalUrl, body] };
}
