import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AccountScope, accountKey } from '../../account/account-scope';
import { answerOf, client } from '../../api/client';
import { type RequestLog, type RequestPage, withNewest } from './newest-requests';
import { type RequestsSearch, requestsWish } from './requests-search';

const pageSize = 50;

function fetchPage(scope: AccountScope, search: RequestsSearch, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...requestsWish(search), limit: pageSize, ...(cursor && { cursor }) };
  return answerOf<RequestPage>(
    scope.kind === 'own'
      ? client.GET('/dashboard/api/requests', { params: { query }, signal })
      : client.GET('/dashboard/api/support/accounts/{account_id}/requests', {
          params: { path: { account_id: scope.accountId }, query },
          signal,
        }),
  );
}

/** The log, newest first, page by page. */
export function requestsQuery(scope: AccountScope, search: RequestsSearch) {
  return infiniteQueryOptions({
    queryKey: accountKey(scope, 'requests', search),
    queryFn: ({ pageParam, signal }) => fetchPage(scope, search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Read anew as a whole only when it is opened: while it is open, the live log adds what is new.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Reads the newest page again and again and adds it to the log above. */
export function liveQuery(scope: AccountScope, search: RequestsSearch, queryClient: QueryClient) {
  const log = requestsQuery(scope, search);
  return queryOptions({
    queryKey: accountKey(scope, 'requests-live', search),
    queryFn: async ({ signal }) => {
      const newest = await fetchPage(scope, search, undefined, signal);
      queryClient.setQueryData<RequestLog>(log.queryKey, (shown) => withNewest(shown, newest));
      return newest.items[0]?.request_id ?? null;
    },
    gcTime: 0,
    staleTime: 0,
  });
}

/** One request with its charge and, if it failed, the body it was answered with. */
export function receiptQuery(scope: AccountScope, requestId: string) {
  return queryOptions({
    queryKey: accountKey(scope, 'receipt', requestId),
    queryFn: ({ signal }) =>
      answerOf(
        scope.kind === 'own'
          ? client.GET('/dashboard/api/requests/{request_id}', {
              params: { path: { request_id: requestId } },
              signal,
            })
          : client.GET('/dashboard/api/support/accounts/{account_id}/requests/{request_id}', {
              params: { path: { account_id: scope.accountId, request_id: requestId } },
              signal,
            }),
      ),
  });
}

/** Address of the same log as CSV. */
export function requestsCsv(scope: AccountScope, search: RequestsSearch): string {
  const query = new URLSearchParams(requestsWish(search) as Record<string, string>);
  const base = scope.kind === 'own' ? '' : `/support/accounts/${scope.accountId}`;
  return `/dashboard/api${base}/requests.csv?${query}`;
}
