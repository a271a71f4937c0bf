import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Problem } from '../../http/problem';
import { KnownAccountPipe } from '../account/known-account.pipe';
import { readId } from '../http/id.pipe';
import type { DashboardRequest } from './signed-in';

/**
 * The account whose data a route shows or changes: an owner's own, whatever the address says; for support the one in the
 * address, when it exists. This is the one place where a tenant is chosen.
 */
export const AccountInView = () => accountInView(KnownAccountPipe);

const accountInView = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { signedIn, params } = context.switchToHttp().getRequest<DashboardRequest>();
  const { account_id: inAddress } = params;
  if (signedIn?.role === 'support' && typeof inAddress === 'string') return readId(inAddress);
  if (signedIn?.role === 'owner' && signedIn.accountId !== null) return signedIn.accountId;
  throw new Problem('forbidden', 'This is for account owners.');
});
