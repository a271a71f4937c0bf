import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../api/client';

/** Every operation with its price; it changes only when the server is started anew. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await answerOf(client.GET('/dashboard/api/operations', { signal }))).items,
});
