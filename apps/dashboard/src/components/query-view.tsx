import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { countOf } from '../format/counts';
import { ProblemNotice } from './notice';
import classes from './query-view.module.css';

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

/** Lines where content will be; they fade in late, so that a fast answer never flickers. */
export function Waiting({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <div className={classes.waiting} role="status">
      <span className="visually-hidden">{label} …</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never change places
        <span key={line} className={classes.line} style={{ width: `${90 - ((line * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

interface OlderButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  shown: number;
  noun: string;
  nouns?: string;
}

/** Under a list that is read page by page. */
export function OlderButton({ query, shown, noun, nouns = `${noun}s` }: OlderButtonProps) {
  return (
    <div className={classes.listEnd}>
      <span role="status">
        {countOf(shown, noun, nouns)} {query.hasNextPage ? 'shown' : 'in all'}
      </span>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </div>
  );
}
