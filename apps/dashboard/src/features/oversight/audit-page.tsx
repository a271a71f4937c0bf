import { XMarkIcon } from '@heroicons/react/24/outline';
import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { accountKey } from '../../account/account-scope';
import type { View } from '../../api/client';
import { ShortId } from '../../components/copy';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { SearchInput } from '../../components/search-input';
import { type Column, Table } from '../../components/table';
import { Moment } from '../../components/values';
import { ZoneSwitch } from '../../components/zone-switch';
import { timeZone, zoneName } from '../../format/time';
import { actionName, actionNames, auditFacts } from './audit-details';
import { auditQuery } from './oversight-queries';
import { type AuditSearch, auditSearch } from './oversight-search';

export function AuditPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/support/audit' });
  const entries = useInfiniteQuery(auditQuery(search));
  const filter = (name: keyof AuditSearch, value: string) =>
    void navigate({ to: '.', search: auditSearch({ ...search, [name]: value }), replace: true });
  return (
    <Page title="Audit log" lede="Who did what, when, and from where. Entries cannot be edited.">
      <Panel title="Entries" actions={<ZoneSwitch />} flush>
        <FilterBar label="Audit log filters">
          <NativeSelect
            label="Action"
            data={[
              { value: '', label: 'All' },
              ...Object.entries(actionNames).map(([value, label]) => ({ value, label })),
            ]}
            value={search.action ?? ''}
            onChange={(event) => filter('action', event.currentTarget.value)}
          />
          <SearchInput
            label="Account"
            placeholder="Account number"
            inputMode="numeric"
            value={search.accountId ?? ''}
            onSearch={(text) => filter('accountId', text)}
          />
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              label={name === 'from' ? 'From (UTC day)' : 'To (UTC day)'}
              type="date"
              value={search[name] ?? ''}
              onChange={(event) => filter(name, event.currentTarget.value)}
            />
          ))}
          {search.userId && (
            <Button rightSection={<XMarkIcon width={13} />} onClick={() => filter('userId', '')}>
              By one person
            </Button>
          )}
        </FilterBar>
        <PagedList
          query={entries}
          loading="Loading the audit log"
          noun="entry"
          nouns="entries"
          empty={<EmptyState title="No matching entries">Clear the filters to see every entry.</EmptyState>}
        >
          {(items) => <AuditTable entries={items} />}
        </PagedList>
      </Panel>
    </Page>
  );
}

type Entry = View<'AuditEntryView'>;

function AuditTable({ entries, ofOneCustomer = false }: { entries: readonly Entry[]; ofOneCustomer?: boolean }) {
  timeZone.use();
  return (
    <Table
      label="Audit entries, newest first"
      rows={entries}
      idOf={({ id }) => id}
      columns={[
        { title: 'Action', narrow: 'lead', cell: (entry) => <AuditAction entry={entry} /> },
        {
          title: 'By',
          cell: ({ actor }) => (
            <>
              {actor.user_id === null ? (
                actor.label
              ) : (
                <Link
                  to="/support/audit"
                  search={(previous) => ({ ...previous, userId: `${actor.user_id}` })}
                  className="plain"
                  preload={false}
                >
                  {actor.label}
                </Link>
              )}
              {actor.address && (
                <Box component="span" className="aside" ml="xs">
                  {actor.address}
                </Box>
              )}
            </>
          ),
        },
        ...(ofOneCustomer ? [] : [customerColumn]),
        { title: `Time (${zoneName()})`, cell: ({ time }) => <Moment at={time} as="second" /> },
      ]}
    />
  );
}

function AuditAction({ entry: { action, actor, target, details } }: { entry: Entry }) {
  const facts = auditFacts(details).filter(({ value }) => value !== target.name);
  const isNamedBeside = target.type === 'account' || (target.type === 'user' && target.id === actor.user_id);
  return (
    <>
      <span className="strong">{actionName(action)}</span>
      <Group component="span" className="breakable" gap="0 var(--space-4)" fz="var(--text-sm)">
        {!isNamedBeside && (
          <span>
            <span className="aside">{target.type}</span>{' '}
            {target.name ?? (target.id.length > 12 ? <ShortId id={target.id} what={`${target.type} id`} /> : target.id)}
          </span>
        )}
        {facts.map(({ name, value }) => (
          <span key={name}>
            <span className="aside">{name}</span> {value}
          </span>
        ))}
      </Group>
    </>
  );
}

const customerColumn: Column<Entry> = {
  title: 'Customer',
  cell: ({ account_id: accountId, account_name: name }) =>
    accountId && (
      <Link
        to="/support/customers/$accountId"
        params={{ accountId }}
        preload={false}
        // On a phone, the link to the person's entries is the line above.
        style={{ display: 'inline-block', paddingBlock: 4 }}
      >
        {name ?? accountId}
      </Link>
    ),
};

export function ActivityView() {
  const { accountId = '' } = useParams({ strict: false });
  // Each action of support adds an entry, so the query is invalidated with the account.
  const queryKey = accountKey({ kind: 'customer', accountId }, 'account', 'activity');
  const entries = useInfiniteQuery({ ...auditQuery({ accountId }), queryKey });
  return (
    <Panel
      title="Activity"
      description="What the customer and support did, newest first."
      actions={<ZoneSwitch />}
      flush
    >
      <PagedList
        query={entries}
        loading="Loading the activity"
        noun="entry"
        nouns="entries"
        empty={<EmptyState title="Nothing yet">There has been no activity in this account.</EmptyState>}
      >
        {(items) => <AuditTable entries={items} ofOneCustomer />}
      </PagedList>
    </Panel>
  );
}
