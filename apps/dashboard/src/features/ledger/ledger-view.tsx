import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountScope } from '../../account/account-scope';
import { DownloadButton } from '../../components/download-button';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { ledgerCsv, ledgerQuery } from './ledger-queries';
import { kindNames, type LedgerSearch, ledgerSearch, recentMonths } from './ledger-search';
import { LedgerTable } from './ledger-table';

export function LedgerPage() {
  return (
    <Page
      title="Ledger"
      lede="Every movement of the balance. Entries never change: mistakes are corrected by a reversal."
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
      actions={<DownloadButton href={ledgerCsv(scope, search)} fallbackName={statement} label="Download statement" />}
    >
      <LedgerFilters />
      <PagedList
        query={entries}
        loading="Loading the ledger"
        noun="entry"
        nouns="entries"
        empty={
          Object.keys(search).length > 0 ? (
            <EmptyState title="No matching entries">Choose another month or all kinds.</EmptyState>
          ) : (
            <EmptyState title="No entries yet">
              Top-ups and charges appear here. Ask support for your first top-up.
            </EmptyState>
          )
        }
      >
        {(items) => <LedgerTable entries={items} />}
      </PagedList>
    </Panel>
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
    <FilterBar label="Ledger filters">
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
