import { linkOptions } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import type { AccountScope } from '../api/client';

const ScopeContext = createContext<AccountScope>({ kind: 'own' });

export function AccountScopeProvider({ scope, children }: { scope: AccountScope; children: ReactNode }) {
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

export function useAccountScope(): AccountScope {
  return useContext(ScopeContext);
}

export function accountKey(scope: AccountScope, ...rest: readonly unknown[]): readonly unknown[] {
  return ['account', scope.kind === 'own' ? 'own' : scope.accountId, ...rest];
}

export function requestLink(scope: AccountScope, requestId: string) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/requests/$requestId', params: { requestId } })
    : linkOptions({
        to: '/support/customers/$accountId/requests/$requestId',
        params: { accountId: scope.accountId, requestId },
      });
}

export function overviewLink(scope: AccountScope) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/' })
    : linkOptions({ to: '/support/customers/$accountId', params: { accountId: scope.accountId } });
}

export function ledgerLink(scope: AccountScope) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/ledger' })
    : linkOptions({ to: '/support/customers/$accountId/ledger', params: { accountId: scope.accountId } });
}

/** An entry id begins with the time of the entry. */
export const entryPlace = (entryId: string) => ({
  search: { month: timeOfEntry(entryId).slice(0, 7) },
  hash: `entry-${entryId}`,
});

export const dayPlace = (time: string) => ({ search: { month: time.slice(0, 7) }, hash: time.slice(0, 10) });

export const timeOfEntry = (entryId: string): string =>
  new Date(Number.parseInt(entryId.slice(0, 8) + entryId.slice(9, 13), 16)).toISOString();

export function keyLink(scope: AccountScope, keyId: string) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/keys/$keyId', params: { keyId } })
    : linkOptions({ to: '/support/customers/$accountId/keys/$keyId', params: { accountId: scope.accountId, keyId } });
}

export function monitorLink(scope: AccountScope, monitorId: string) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/monitors/$monitorId', params: { monitorId } })
    : linkOptions({
        to: '/support/customers/$accountId/monitors/$monitorId',
        params: { accountId: scope.accountId, monitorId },
      });
}

export function requestsLink(scope: AccountScope) {
  return scope.kind === 'own'
    ? linkOptions({ to: '/requests' })
    : linkOptions({ to: '/support/customers/$accountId/requests', params: { accountId: scope.accountId } });
}
