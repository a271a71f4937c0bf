import { queryOptions } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { monitorsKey } from '../../account/monitors';
import { type AccountScope, client, dataOf, scopedClient, type View } from '../../api/client';
import { pagedQuery, useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';

export type Monitor = View<'MonitorView'>;
export type MonitorEvent = View<'MonitorEventView'>;

const pathOf = (id: string) => ({ path: { id } });

export const monitorsQuery = (scope: AccountScope) =>
  pagedQuery(accountKey(scope, 'monitors', 'list'), (query, signal) =>
    dataOf(scopedClient(scope).GET('/monitors', { params: { query }, signal })),
  );

export const monitorQuery = (scope: AccountScope, id: string) =>
  queryOptions({
    queryKey: accountKey(scope, 'monitors', id),
    queryFn: ({ signal }) => dataOf(scopedClient(scope).GET('/monitors/{id}', { params: pathOf(id), signal })),
  });

export const eventsQuery = (scope: AccountScope, id: string) =>
  pagedQuery(accountKey(scope, 'monitors', id, 'events'), (query, signal) =>
    dataOf(scopedClient(scope).GET('/monitors/{id}/events', { params: { ...pathOf(id), query }, signal })),
  );

export const runsQuery = (scope: AccountScope, id: string) =>
  pagedQuery(accountKey(scope, 'monitors', id, 'runs'), (query, signal) =>
    dataOf(scopedClient(scope).GET('/monitors/{id}/runs', { params: { ...pathOf(id), query }, signal })),
  );

export const valuesQuery = (scope: AccountScope, id: string) =>
  queryOptions({
    queryKey: accountKey(scope, 'monitors', id, 'values'),
    queryFn: async ({ signal }) =>
      (await dataOf(scopedClient(scope).GET('/monitors/{id}/values', { params: pathOf(id), signal }))).items,
  });

export const changeMonitor = (id: string, body: View<'ChangeSeenMonitorBody'>) =>
  dataOf(client.PATCH('/dashboard/api/monitors/{id}', { params: pathOf(id), body }));

/** Pauses or resumes it. */
export const useTurnMonitor = ({ id, state }: Monitor) =>
  useChange(monitorsKey, () => changeMonitor(id, { state: state === 'paused' ? 'active' : 'paused', seen: { state } }));

export const useRunMonitor = (id: string) =>
  useSafeChange(`run monitor ${id}`, monitorsKey, (_: unknown, header) =>
    dataOf(client.POST('/dashboard/api/monitors/{id}/run', { params: { ...pathOf(id), header } })),
  );

export const useDeleteMonitor = (id: string) =>
  useChange([...monitorsKey, 'list'], () =>
    dataOf<unknown>(client.DELETE('/dashboard/api/monitors/{id}', { params: pathOf(id) })),
  );
