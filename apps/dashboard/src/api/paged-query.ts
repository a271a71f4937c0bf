import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

type PageQuery = { cursor?: string };

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
