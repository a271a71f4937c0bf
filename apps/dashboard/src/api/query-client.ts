import { infiniteQueryOptions, QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict, lostChange, NotDone, ProblemError } from './problem-error';

function mayRetry(failures: number, error: Error): boolean {
  if (failures >= 2) return false;
  return !(error instanceof ProblemError) || error.problem.retryable;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayRetry, refetchOnReconnect: 'always' },
    // Without a connection, a form fails at once instead of being sent later.
    mutations: { networkMode: 'always' },
  },
});

/** A mutation that invalidates queries. With `waits` it stays pending until they are refetched. */
export function useChange<Result, Variables = void>(
  queryKey: QueryKey,
  mutationFn: (variables: Variables) => Promise<Result>,
  { waits = false } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) =>
      mutationFn(variables).catch((error: unknown) => {
        throw lostChange(error);
      }),
    onSettled: (_result, error) => {
      // After a conflict, the page is out of date.
      if (error && !(error instanceof NotDone) && !isConflict(error)) return undefined;
      const refetched = queryClient.invalidateQueries({ queryKey });
      return waits && !error ? refetched : undefined;
    },
  });
}

type PageQuery = { cursor?: string };

/** Reads all pages, one after the other. */
export async function allItems<Item>(
  fetchPage: (page: PageQuery) => Promise<{ items: Item[]; next_cursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await fetchPage(cursor ? { cursor } : {});
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

export function pagedQuery<Page extends { next_cursor: string | null }>(
  queryKey: QueryKey,
  fetchPage: (page: PageQuery, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: Page) => next_cursor ?? undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ? { cursor: pageParam } : {}, signal),
  });
}
