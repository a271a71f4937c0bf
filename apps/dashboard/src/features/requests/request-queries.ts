import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { type AccountScope, dataOf, scopedClient, scopedPath } from '../../api/client';
import { pagedQuery } from '../../api/query-client';
import { changedSince, type RequestLog, type RequestPage, withNewest } from './newest-requests';
import { type RequestsSearch, requestParams } from './requests-search';

const pageSize = 50;
const livePollMs = 2_500;
/** The log often arrives before the page's JavaScript, and must stay cached until the page uses it. */
const openingMs = 5_000;

async function fetchPage(
  scope: AccountScope,
  search: RequestsSearch,
  page: { cursor?: string; from?: string },
  signal: AbortSignal,
): Promise<RequestPage> {
  const query = { ...requestParams(search), limit: pageSize, ...page };
  const answered = scopedClient(scope).GET('/requests', { params: { query }, signal });
  const data = await dataOf(answered);
  const asOfMs = Date.parse((await answered).response.headers.get('date') ?? '') || Date.now();
  return { ...data, asOfMs };
}

export const requestsQuery = (scope: AccountScope, search: RequestsSearch) => ({
  ...pagedQuery(accountKey(scope, 'requests', search), (page, signal) => fetchPage(scope, search, page, signal)),
  // Runs only when the page opens. While the page is open, the live query adds new requests.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: openingMs,
});

/** Polls for new requests and adds them to the log. */
export function liveQuery(scope: AccountScope, search: RequestsSearch, queryClient: QueryClient) {
  const { queryKey } = requestsQuery(scope, search);
  const { from: begin = '' } = requestParams(search);
  return queryOptions({
    queryKey: accountKey(scope, 'requests-live', search),
    queryFn: async ({ signal }) => {
      const since = changedSince(queryClient.getQueryData<RequestLog>(queryKey) ?? { pages: [], pageParams: [] });
      const from = since !== undefined && since > begin ? since : begin;
      const newest = await fetchPage(scope, search, from ? { from } : {}, signal);
      queryClient.setQueryData<RequestLog>(queryKey, (shown) => shown && withNewest(shown, newest));
      return null;
    },
    initialData: null,
    refetchInterval: livePollMs,
    retry: false,
    gcTime: 0,
    staleTime: livePollMs,
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
