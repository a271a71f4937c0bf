import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { View } from '../../api/views';
import { ShortId } from '../../components/copy';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { OlderButton, QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import cells from '../../components/table.module.css';
import { Moment } from '../../components/values';
import { actionName, actionNames, auditFacts } from './audit-details';
import { type AuditSearch, auditSearch } from './audit-search';
import classes from './oversight.module.css';
import { auditQuery } from './oversight-queries';

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

type Entry = View<'AuditEntryView'>;

function AuditTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table
      label="Audit entries, newest first"
      rows={entries}
      idOf={({ id }) => id}
      columns={[
        { title: 'What', narrow: 'lead', cell: (entry) => <Deed entry={entry} /> },
        {
          title: 'Who',
          cell: ({ actor }) => (
            <>
              {actor.label}
              {actor.address && <span className={classes.auditAddress}>{actor.address}</span>}
            </>
          ),
        },
        { title: 'Customer', cell: ({ account_id: id }) => id && <CustomerLink accountId={id} /> },
        { title: 'Time', cell: ({ time }) => <Moment at={time} as="second" /> },
      ]}
    />
  );
}

function Deed({ entry: { action, target, details } }: { entry: Entry }) {
  return (
    <>
      <span className={classes.auditAction} title={action}>
        {actionName(action)}
      </span>
      <span className={classes.auditFacts}>
        <span>
          <span className={cells.aside}>{target.type}</span>{' '}
          {target.id.length > 12 ? <ShortId id={target.id} what={`${target.type} id`} /> : target.id}
        </span>
        {auditFacts(details).map(({ name, value }) => (
          <span key={name}>
            <span className={cells.aside}>{name}</span> {value}
          </span>
        ))}
      </span>
    </>
  );
}

function CustomerLink({ accountId }: { accountId: string }) {
  return (
    <Link
      to="/support/customers/$accountId"
      params={{ accountId }}
      preload={false}
      aria-label={`Account ${accountId}`}
      className={classes.auditCustomer}
    >
      {accountId}
    </Link>
  );
}
