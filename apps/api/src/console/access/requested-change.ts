import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { idempotencyKeyOf, idempotencyKeyRule } from '../../platform/idempotency-key';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../../platform/problem';
import type { DashboardRequest, SignedIn } from './signed-in';

/** Declares that a route can be sent again without harm. Its handler takes {@link Change}. */
export const SentAgain = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'A random value. For ten minutes, a repeat with this value gets the first response and changes nothing',
    schema: { type: 'string', minLength: 16, maxLength: 128 },
  });

/**
 * The change that the request of a signed-in user asks for.
 * @param isKeyChecked `false` for a route that reads the key itself: a key of another form is not remembered here
 */
export const Change = (isKeyChecked = true) => requestedChange(isKeyChecked);

const requestedChange = createParamDecorator((isKeyChecked: boolean, context: ExecutionContext): RequestedChange => {
  const request = context.switchToHttp().getRequest<DashboardRequest>();
  const { method, originalUrl, body, headers, signedIn } = request;
  const given = headers['idempotency-key'];
  const idempotencyKey = given === undefined ? undefined : idempotencyKeyOf(`${given}`);
  if (isKeyChecked && given !== undefined && idempotencyKey === undefined) throw malformedKey();
  return { ...ownerOf(signedIn!), idempotencyKey, request: [method, originalUrl, body] };
});

/** Whose idempotency keys a user sees. */
export function ownerOf({ id, accountId, role }: SignedIn): Pick<RequestedChange, 'owner' | 'role'> {
  return { owner: `user ${id} of account ${accountId}`, role };
}

const malformedKey = () => parameterProblem('header', 'Idempotency-Key', idempotencyKeyRule);
