import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { DownloadButton } from '../../../components/download-button';
import { EmptyState } from '../../../components/empty-state';
import { OlderButton } from '../../../components/older-button';
import { Panel } from '../../../components/panel';
import { QueryView } from '../../../components/query-view';
import { ledgerCsv, ledgerQuery } from '../ledger-queries';
import { ledgerSearch } from '../ledger-search';
import { LedgerFilters } from './ledger-filters';
import { LedgerTable } from './ledger-table';

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
