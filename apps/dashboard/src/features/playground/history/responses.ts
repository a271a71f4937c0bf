import { type QueryClient, useQueries } from '@tanstack/react-query';
import type { CallResponse } from '../send-call';

/** The number of responses that this tab caches. Going back to a cached response costs nothing. */
const maxCached = 40;
const cachedForMs = 60 * 60_000;

const responseKey = (path: string) => ['response', path] as const;

export function cacheResponse(queryClient: QueryClient, path: string, response: CallResponse): void {
  queryClient.setQueryDefaults(['response'], { gcTime: cachedForMs, staleTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(responseKey(path), response);
  const cached = queryClient.getQueryCache().findAll({ queryKey: ['response'] });
  const oldest = cached.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const query of oldest.slice(0, -maxCached)) queryClient.getQueryCache().remove(query);
}

/** In the order of `paths`; undefined for calls whose response this tab has not cached. */
export function useResponses(paths: readonly string[]): (CallResponse | undefined)[] {
  const unique = [...new Set(paths)];
  const found = useQueries({
    queries: unique.map((path) => ({
      queryKey: responseKey(path),
      queryFn: (): CallResponse => {
        throw new Error('Responses are cached, never fetched.');
      },
      enabled: false,
      gcTime: cachedForMs,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const byPath = new Map(unique.map((path, index) => [path, found[index]?.data]));
  return paths.map((path) => byPath.get(path));
}
