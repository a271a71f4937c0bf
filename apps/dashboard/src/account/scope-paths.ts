import { linkOptions } from '@tanstack/react-router';
import type { AccountScope } from './account-scope';

/** Where one request of the account is shown. */
export function requestLink(scope: AccountScope, requestId: string) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/requests/$requestId', params: { requestId } })
    : linkOptions({
        to: '/support/customers/$accountId/requests/$requestId',
        params: { accountId: scope.accountId, requestId },
      });
}

/** Where the account's requests are listed. */
export function requestsLink(scope: AccountScope) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/requests' })
    : linkOptions({ to: '/support/customers/$accountId/requests', params: { accountId: scope.accountId } });
}
