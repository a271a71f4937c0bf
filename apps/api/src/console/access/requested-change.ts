import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { changeOf, IdempotencyKeyHeader } from '../http/change-of';
import type { DashboardRequest, SignedIn } from './signed-in';

/** Declares that a route can be sent again without harm. Its handler takes {@link Change}. */
export const SentAgain = () => IdempotencyKeyHeader(false);

/** The change that the request of a signed-in user asks for. @param isKeyChecked see `changeOf` */
export const Change = (isKeyChecked = true) => requestedChange(isKeyChecked);

const requestedChange = createParamDecorator((isKeyChecked: boolean, context: ExecutionContext): RequestedChange => {
  const request = context.switchToHttp().getRequest<DashboardRequest>();
  return changeOf(request, ownerOf(request.signedIn!), isKeyChecked);
});

/** Whose idempotency keys a user sees. */
export function ownerOf({ id, accountId, role }: SignedIn): Pick<RequestedChange, 'owner' | 'role'> {
  return { owner: `user ${id} of account ${accountId}`, role };
}
