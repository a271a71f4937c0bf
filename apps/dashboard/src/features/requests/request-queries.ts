import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { type AccountScope, dataOf, scopedClient, scopedPath } from '../../api/client';
import { pagedQuery } from '../../api/paged-query';
import { type RequestLog, withNewest } from './newest-requests';
import { type RequestsSearch, requestParams } from './requests-search';

const pageSize = 50;

function fetchPage(scope: AccountScope, search: RequestsSearch, page: { cursor?: string }, signal: AbortSignal) {
  const query = { ...requestParams(search), limit: pageSize, ...page };
  return dataOf(scopedClient(scope).GET('/requests', { params: { query }, signal }));
}

export const requestsQuery = (scope: AccountScope, search: RequestsSearch) => ({
  ...pagedQuery(accountKey(scope, 'requests', search), (page, signal) => fetchPage(scope, search, page, signal)),
  // Fetched as a whole only when it is opened: while it is open, the live log adds what is new.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Polls the newest page and adds it to the log above. */
export function liveQuery(scope: AccountScope, search: RequestsSearch, queryClient: QueryClient) {
  const log = requestsQuery(scope, search);
  return queryOptions({
    queryKey: accountKey(scope, 'requests-live', search),
    queryFn: async ({ signal }) => {
      const newest = await fetchPage(scope, search, {}, signal);
      queryClient.setQueryData<RequestLog>(log.queryKey, (shown) => withNewest(shown, newest));
      return newest.items[0]?.request_id ?? null;
    },
    gcTime: 0,
    staleTime: 0,
  });
}

export const receiptQuery = (scope: AccountScope, requestId: string) =>
  queryOptions({
    queryKey: accountKey(scope, 'receipt', requestId),
    queryFn: ({ signal }) => {
      const params = { path: { request_id: requestId } };
      return dataOf(scopedClient(scope).GET('/requests/{request_id}', { params, signal }));
    },
  });

export const requestsCsv = (scope: AccountScope, search: RequestsSearch): string =>
  `${scopedPath(scope)}/requests.csv?${new URLSearchParams(requestParams(search) as Record<string, string>)}`;
