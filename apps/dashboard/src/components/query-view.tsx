import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useDeferredValue } from 'react';
import { countOf } from '../format/counts';
import { ProblemAlert } from './alert-box';

interface Waits {
  loading: string;
  /** Queries that the content uses, too. It waits for their answers, so that it renders only once. */
  uses?: readonly { readonly isPending: boolean }[];
}

interface QueryViewProps<Data> extends Waits {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

export function QueryView<Data>({ query, uses = [], loading, children }: QueryViewProps<Data>) {
  const { data } = query;
  // Deferred, so the first data renders in slices.
  const ready = useDeferredValue(data !== undefined && !uses.some(({ isPending }) => isPending));
  const problem = query.isError ? <ProblemAlert error={query.error} onRetry={() => void query.refetch()} /> : null;
  if (data === undefined || !ready) return problem ?? <Waiting label={loading} />;
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}

export function Waiting({ label, lines = 4 }: { label: string; lines?: number }) {
  return (
    <Stack className="late" role="status" gap="sm" p="lg">
      <VisuallyHidden>{label} …</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never change places
        <Skeleton key={line} h="0.875rem" w={`${90 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

interface PagedListProps<Item> extends Waits {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  noun: string;
  nouns?: string;
  empty: ReactNode;
  /** How many things an item stands for; 1 by default. */
  sizeOf?: (item: Item) => number;
  children: (items: Item[]) => ReactNode;
}

export function PagedList<Item>({ noun, nouns, empty, sizeOf = () => 1, children, ...view }: PagedListProps<Item>) {
  const { query } = view;
  return (
    <QueryView {...view}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return empty;
        return (
          <>
            {children(items)}
            <Group className="aside ruled" justify="space-between" gap="xs" px="var(--gutter)" py="sm">
              <span role="status">
                {countOf(
                  items.reduce((sum, item) => sum + sizeOf(item), 0),
                  noun,
                  nouns,
                )}{' '}
                {query.hasNextPage ? 'shown' : 'in total'}
              </span>
              {query.hasNextPage && (
                <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show older
                </Button>
              )}
            </Group>
          </>
        );
      }}
    </QueryView>
  );
}

interface PagedRowsProps<Item> extends Omit<PagedListProps<Item>, 'children'> {
  label: string;
  row: (item: Item) => ReactNode;
}

export function PagedRows<Item extends { id: string }>({ label, row, ...list }: PagedRowsProps<Item>) {
  return (
    <PagedList {...list}>
      {(items) => (
        <ul aria-label={label}>
          {items.map((item) => (
            <Fragment key={item.id}>{row(item)}</Fragment>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
