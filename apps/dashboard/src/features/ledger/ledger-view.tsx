import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountScope } from '../../account/account-scope';
import { DownloadButton } from '../../components/download-button';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { OlderButton, QueryView } from '../../components/query-view';
import { ledgerCsv, ledgerQuery } from './ledger-queries';
import { kindNames, type LedgerSearch, ledgerSearch, recentMonths } from './ledger-search';
import { LedgerTable } from './ledger-table';

export function LedgerPage() {
  return (
    <Page
      title="Ledger"
      lede="Every movement of the balance. Entries are never changed: a mistake is put right by a reversal."
    >
      <LedgerView />
    </Page>
  );
}

export function LedgerView() {
  const scope = useAccountScope();
  const search = ledgerSearch(useSearch({ strict: false }));
  const entries = useInfiniteQuery(ledgerQuery(scope, search));
  const statement = `statement-${search.month ?? 'all'}.csv`;
  return (
    <Panel
      title="Entries"
      flush
      actions={
        <DownloadButton href={ledgerCsv(scope, search)} fallbackName={statement} label="Download the statement" />
      }
    >
      <LedgerFilters />
      <QueryView query={entries} loading="Loading the ledger">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <NoEntries filtered={Object.keys(search).length > 0} />;
          return (
            <>
              <LedgerTable entries={items} />
              <OlderButton query={entries} shown={items.length} noun="entry" nouns="entries" />
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}

function NoEntries({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No entry matches">Choose another month or every kind.</EmptyState>
  ) : (
    <EmptyState title="No entry yet">Top-ups and charges appear here. Ask support for the first top-up.</EmptyState>
  );
}

function LedgerFilters() {
  const navigate = useNavigate();
  const search = ledgerSearch(useSearch({ strict: false }));
  const field = (name: keyof LedgerSearch) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      void navigate({ to: '.', search: ledgerSearch({ ...search, [name]: value }), replace: true }),
  });
  return (
    <FilterBar label="Filters of the ledger">
      <NativeSelect label="Month (UTC)" data={[{ value: '', label: 'All' }, ...recentMonths()]} {...field('month')} />
      <NativeSelect
        label="Kind"
        data={[
          { value: '', label: 'All' },
          ...Object.entries(kindNames).map(([value, label]) => ({ value, label: `${label}s` })),
        ]}
        {...field('kind')}
      />
    </FilterBar>
  );
}
