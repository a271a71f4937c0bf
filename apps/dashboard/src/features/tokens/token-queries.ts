import { queryOptions } from '@tanstack/react-query';
import { client, dataOf, type View } from '../../api/client';
import { pagedQuery, useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';

export type Token = View<'ManagementTokenView'>;

const pathOf = (id: string) => ({ params: { path: { id } } });

export const tokensQuery = queryOptions({
  queryKey: ['management-tokens'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/management-tokens', { signal }))).items,
});

export const actionsQuery = (id: string) =>
  pagedQuery([...tokensQuery.queryKey, id], (query, signal) =>
    dataOf(client.GET('/dashboard/api/management-tokens/{id}/actions', { params: { path: { id }, query }, signal })),
  );

export const useCreateToken = () =>
  useSafeChange(
    'create token',
    tokensQuery.queryKey,
    (body: View<'CreateManagementTokenBody'>, header) =>
      dataOf(client.POST('/dashboard/api/management-tokens', { params: { header }, body })),
    { showsOnce: true },
  );

export const useConfirmToken = (id: string) =>
  useChange(tokensQuery.queryKey, () =>
    dataOf(client.POST('/dashboard/api/management-tokens/{id}/confirm', pathOf(id))),
  );

export const useEndToken = (id: string) =>
  useChange(tokensQuery.queryKey, () =>
    dataOf<unknown>(client.DELETE('/dashboard/api/management-tokens/{id}', pathOf(id))),
  );
