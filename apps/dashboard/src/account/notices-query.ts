import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../api/client';

/** The last twenty notices of the account, newest first. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/notices', { signal }))).items,
});
