import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { ProblemNotice } from './problem-notice';
import { Waiting } from './waiting';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** Names what is loading, for a screen reader: "Loading the keys". */
  loading: string;
  children: (data: Data) => ReactNode;
}

/** Shows a query's answer, its problem, or that it is on its way; an older answer stays while a newer one fails. */
export function QueryView<Data>({ query, loading, children }: QueryViewProps<Data>) {
  const { data } = query;
  // A first answer may fill the whole page. Deferred, it is rendered in slices: a slow phone can scroll and tap meanwhile.
  const ready = useDeferredValue(data !== undefined);
  const problem = query.isError ? <ProblemNotice error={query.error} onRetry={() => void query.refetch()} /> : null;
  if (data === undefined || !ready) return problem ?? <Waiting label={loading} />;
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}
