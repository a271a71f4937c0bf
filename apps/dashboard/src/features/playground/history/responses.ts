import { type QueryClient, useQueries } from '@tanstack/react-query';
import type { CallResponse } from '../send-call';

/** Answers that this tab keeps, so that going back asks for nothing. */
const maxKept = 40;
const keptForMs = 60 * 60_000;

const responseKey = (path: string) => ['answer', path] as const;

export function cacheResponse(queryClient: QueryClient, path: string, answer: CallResponse): void {
  queryClient.setQueryDefaults(['answer'], { gcTime: keptForMs, staleTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(responseKey(path), answer);
  const kept = queryClient.getQueryCache().findAll({ queryKey: ['answer'] });
  const oldest = kept.sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const query of oldest.slice(0, -maxKept)) queryClient.getQueryCache().remove(query);
}

/** The kept answers to some calls, in their order; undefined for those that this tab has not made. */
export function useResponses(paths: readonly string[]): (CallResponse | undefined)[] {
  const unique = [...new Set(paths)];
  const found = useQueries({
    queries: unique.map((path) => ({
      queryKey: responseKey(path),
      queryFn: (): CallResponse => {
        throw new Error('Answers are kept, never fetched.');
      },
      enabled: false,
      gcTime: keptForMs,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const byPath = new Map(unique.map((path, index) => [path, found[index]?.data]));
  return paths.map((path) => byPath.get(path));
}
