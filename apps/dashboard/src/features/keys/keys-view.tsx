import { PlusIcon } from '@heroicons/react/24/outline';
import { Box, Button, Group, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery, operationsQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { Page } from '../../components/page';
import { EmptyState, FilterBar, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Sparkline } from '../../components/sparkline';
import { type Column, Table } from '../../components/table';
import { Moment, Money } from '../../components/values';
import { countOf } from '../../format/counts';
import { KeyNameCell, LastUse, LimitsCell, SpendCell, stoppedAt } from './key-cells';
import { useKeyDialogs } from './key-dialogs';
import { foundFamilies, type Key, type KeyFamily, keyFamilies } from './key-families';
import { KeyFields } from './key-fields';
import { emptyKeyForm, newKeyBodyOf } from './key-form';
import { KeyMenu } from './key-menu';
import { useCreateKey } from './key-mutations';
import { NewKey } from './new-key';

const searchedFrom = 5;

export function KeysView({ onCreate }: { onCreate?: () => void }) {
  const query = keysQuery(useAccountScope());
  const keys = useInfiniteQuery({ ...query, refetchInterval: 30_000 });
  const max = useInfiniteQuery({ ...query, select: ({ pages }) => pages[0]?.max_active }).data;
  const operations = useQuery(operationsQuery);
  const { act, dialogs } = useKeyDialogs();
  const [text, setText] = useState('');
  const [order, setOrder] = useState<string>();
  return (
    <>
      <QueryView query={keys} uses={[operations]} loading="Loading the keys">
        {(items) => {
          const families = keyFamilies(items);
          const active = families.filter(({ current }) => current.state === 'active');
          const past = families.filter(({ current }) => current.state !== 'active');
          const found = foundFamilies(active, text, order);
          return (
            <>
              <Panel title={titleOf(active.filter(({ current }) => !current.built_in).length, max)} flush>
                {active.length >= searchedFrom && (
                  <FilterBar label="Find keys">
                    <TextInput
                      label="Find a key"
                      type="search"
                      placeholder="Name or loupe_…"
                      value={text}
                      onChange={(event) => setText(event.currentTarget.value)}
                    />
                  </FilterBar>
                )}
                {active.length === 0 ? (
                  <NoKey {...(onCreate && { onCreate })} />
                ) : found.length === 0 ? (
                  <EmptyState title="No matching keys">No active key has this name or prefix.</EmptyState>
                ) : (
                  <KeyTable
                    label="Active keys"
                    families={found}
                    sorting={{ by: order, onSort: setOrder }}
                    onAct={act}
                  />
                )}
              </Panel>
              {(past.length > 0 || keys.hasNextPage) && (
                <details className="surface soft">
                  <Box component="summary" px="lg" py="sm" style={{ cursor: 'pointer' }}>
                    {keys.hasNextPage ? 'Revoked and expired keys' : countOf(past.length, 'revoked or expired key')}
                  </Box>
                  <KeyTable label="Revoked and expired keys" families={past} onAct={act} />
                  {keys.hasNextPage && (
                    <Group justify="end" px="var(--gutter)" py="sm">
                      <Button loading={keys.isFetchingNextPage} onClick={() => void keys.fetchNextPage()}>
                        Show older
                      </Button>
                    </Group>
                  )}
                </details>
              )}
            </>
          );
        }}
      </QueryView>
      {dialogs}
    </>
  );
}

/** Names the limit when it is near. */
function titleOf(count: number, max = Number.POSITIVE_INFINITY): string {
  if (count === 0) return 'No active keys';
  return count < max - 5 ? countOf(count, 'active key') : `${count} of ${max} active keys`;
}

interface KeyTableProps {
  label: string;
  families: readonly KeyFamily[];
  sorting?: { by: string | undefined; onSort: (by: string | undefined) => void };
  onAct: ReturnType<typeof useKeyDialogs>['act'];
}

function KeyTable({ label, families, onAct, ...props }: KeyTableProps) {
  const { develop, assist } = usePermissions();
  const stop = develop ? { onStop: (key: Key) => onAct(key, 'revoke') } : {};
  const columns: Column<KeyFamily>[] = [
    {
      title: 'Key',
      sort: 'name',
      ascending: true,
      narrow: 'lead',
      cell: (family) => <KeyNameCell family={family} {...stop} />,
    },
    {
      title: 'Last 14 days',
      cell: ({ current: { requests_by_day: counts } }) => <Sparkline label="Requests per day" counts={counts} />,
    },
    {
      title: 'Last used',
      sort: 'used',
      cell: (family) =>
        family.current.state === 'active' ? (
          <span>
            <LastUse family={family} />
          </span>
        ) : (
          <span>
            ended <Moment at={stoppedAt(family.current)} />
          </span>
        ),
    },
    { title: 'Today', number: true, labelled: true, cell: ({ current }) => <Money usd={current.spent_today_usd} /> },
    { title: 'This month', sort: 'spent', cell: ({ current }) => <SpendCell apiKey={current} /> },
    { title: 'Limits', cell: ({ current }) => <LimitsCell apiKey={current} /> },
  ];
  if ((develop || assist) && families.some(({ current }) => current.state === 'active'))
    columns.push({
      title: 'Actions',
      number: true,
      narrow: 'end',
      cell: ({ current }) => (
        <KeyMenu apiKey={current} buttons={{ rotate: 'Leaked?' }} onAct={(action) => onAct(current, action)} />
      ),
    });
  return <Table {...props} label={label} rows={families} idOf={({ current }) => current.line_id} columns={columns} />;
}

function NoKey({ onCreate }: { onCreate?: () => void }) {
  return (
    <EmptyState
      title="No active key"
      action={
        onCreate && (
          <Button size="sm" variant="filled" onClick={onCreate}>
            Create a key
          </Button>
        )
      }
    >
      {onCreate ? 'Create one to start calling the API.' : 'Owners and developers of the account create keys.'}
    </EmptyState>
  );
}

export function KeysPage() {
  const navigate = useNavigate();
  const { develop, own } = usePermissions();
  const { create = false, name = '', mode = 'live' } = useSearch({ from: '/signed-in/owner/keys' });
  const show = (opened: boolean) =>
    void navigate({ to: '/keys', search: opened ? { create: true } : {}, replace: !opened });
  return (
    <Page
      title="Keys"
      lede="Anyone who has a key can spend the balance. Use one per system, so you can revoke one without affecting the others."
      actions={
        develop && (
          <>
            {own && (
              <Button size="sm" renderRoot={(props) => <Link to="/tokens" {...props} />}>
                Management tokens
              </Button>
            )}
            <Button size="sm" variant="filled" leftSection={<PlusIcon width={16} />} onClick={() => show(true)}>
              Create a key
            </Button>
          </>
        )
      }
    >
      <KeysView {...(develop && { onCreate: () => show(true) })} />
      <CreateKeyDialog name={name} mode={mode} opened={create} onClose={() => show(false)} />
    </Page>
  );
}

/** Shows the form, then the key. While it shows the key, it cannot be closed by accident. */
function CreateKeyDialog({ name, mode, ...dialog }: DialogControl & { name: string; mode: string }) {
  const createKey = useCreateKey();
  const { own } = usePermissions();
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title="Create a key"
      label="Create key"
      initialValues={{ ...emptyKeyForm, name, mode }}
      mutation={createKey}
      body={(values) => newKeyBodyOf(values, own)}
      resultTitle={() => 'Your new key'}
      result={(created, close) => <NewKey created={created} onDone={close} />}
      locked
    >
      {(form) => <KeyFields form={form} isNew />}
    </FormDialog>
  );
}
