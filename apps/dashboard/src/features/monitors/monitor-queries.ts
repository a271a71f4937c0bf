import { queryOptions } from '@tanstack/react-query';
import { monitorsKey } from '../../account/monitors';
import { client, dataOf, type View } from '../../api/client';
import { pagedQuery, useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';

export type Monitor = View<'MonitorView'>;
export type MonitorEvent = View<'MonitorEventView'>;

const pathOf = (id: string) => ({ path: { id } });

export const monitorsQuery = pagedQuery([...monitorsKey, 'list'], (query, signal) =>
  dataOf(client.GET('/dashboard/api/monitors', { params: { query }, signal })),
);

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitorsKey, id],
    queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/monitors/{id}', { params: pathOf(id), signal })),
  });

export const eventsQuery = (id: string) =>
  pagedQuery([...monitorsKey, id, 'events'], (query, signal) =>
    dataOf(client.GET('/dashboard/api/monitors/{id}/events', { params: { ...pathOf(id), query }, signal })),
  );

export const runsQuery = (id: string) =>
  pagedQuery([...monitorsKey, id, 'runs'], (query, signal) =>
    dataOf(client.GET('/dashboard/api/monitors/{id}/runs', { params: { ...pathOf(id), query }, signal })),
  );

export const valuesQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitorsKey, id, 'values'],
    queryFn: async ({ signal }) =>
      (await dataOf(client.GET('/dashboard/api/monitors/{id}/values', { params: pathOf(id), signal }))).items,
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
