import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state';
import { FilterBar } from '../../../components/filter-bar';
import { OlderButton } from '../../../components/older-button';
import { Page } from '../../../components/page';
import { Panel } from '../../../components/panel';
import { QueryView } from '../../../components/query-view';
import { actionNames } from '../audit-actions';
import { type AuditSearch, auditSearch } from '../audit-search';
import { auditQuery } from '../oversight-queries';
import { AuditTable } from './audit-table';

const typingPauseMs = 300;

export function AuditPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/support/audit' });
  const entries = useInfiniteQuery(auditQuery(search));
  const filter = (name: keyof AuditSearch, value: string) =>
    void navigate({ to: '.', search: auditSearch({ ...search, [name]: value.trim() }), replace: true });
  const filterWhileTyping = useDebouncedCallback(filter, typingPauseMs);
  return (
    <Page title="Audit log" lede="Who did what, when, and from where. Nothing is ever removed from it.">
      <Panel title="Entries" flush>
        <FilterBar label="Filters of the audit log">
          <NativeSelect
            label="Action"
            data={[
              { value: '', label: 'All' },
              ...Object.entries(actionNames).map(([value, label]) => ({ value, label })),
            ]}
            value={search.action ?? ''}
            onChange={(event) => filter('action', event.currentTarget.value)}
          />
          <TextInput
            label="Account"
            placeholder="Its number"
            inputMode="numeric"
            defaultValue={search.accountId}
            onChange={(event) => filterWhileTyping('accountId', event.currentTarget.value)}
          />
        </FilterBar>
        <QueryView query={entries} loading="Loading the audit log">
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0)
              return <EmptyState title="No entry">Clear the filters to see everything that was done.</EmptyState>;
            return (
              <>
                <AuditTable entries={items} />
                <OlderButton query={entries} shown={items.length} noun="entry" nouns="entries" />
              </>
            );
          }}
        </QueryView>
      </Panel>
    </Page>
  );
}
