import { PlusIcon } from '@heroicons/react/24/outline';
import { Badge, Button, Group, Textarea, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ProblemAlert } from '../../components/alert-box';
import { Dialog, type DialogControl, FormDialog, UsdInput } from '../../components/dialog';
import { BackLink, Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { ShownOnce } from '../../components/shown-once';
import { Table } from '../../components/table';
import { showToast } from '../../components/toast';
import { Moment, Money } from '../../components/values';
import { actionsQuery, type Token, tokensQuery, useConfirmToken, useCreateToken, useEndToken } from './token-queries';

export function TokensPage() {
  const tokens = useQuery(tokensQuery);
  const [creating, setCreating] = useState(false);
  const [shown, setShown] = useState<Token>();
  return (
    <Page
      title="Management tokens"
      lede="A program with a token creates, rotates and revokes the keys of this account. It sees no tokens, members or payments."
      breadcrumb={<BackLink to="/keys">Keys</BackLink>}
      actions={
        <Button size="sm" variant="filled" leftSection={<PlusIcon width={16} />} onClick={() => setCreating(true)}>
          Create a token
        </Button>
      }
    >
      <Panel title="Tokens" flush>
        <QueryView query={tokens} loading="Loading the tokens">
          {(items) =>
            items.length === 0 ? (
              <EmptyState title="No management token">
                <a href="/docs/keys-as-code" target="_blank" rel="noreferrer">
                  The guide
                </a>{' '}
                rotates a key in a pipeline.
              </EmptyState>
            ) : (
              <TokenTable tokens={items} onShow={setShown} />
            )
          }
        </QueryView>
      </Panel>
      <CreateTokenDialog opened={creating} onClose={() => setCreating(false)} />
      {shown && <ActionsDialog token={shown} opened onClose={() => setShown(undefined)} />}
    </Page>
  );
}

const tones = { active: 'good', expired: 'gray', revoked: 'gray', unconfirmed: 'bad' } as const;

function TokenTable({ tokens, onShow }: { tokens: readonly Token[]; onShow: (token: Token) => void }) {
  return (
    <Table
      label="Management tokens"
      rows={tokens}
      idOf={({ id }) => id}
      columns={[
        {
          title: 'Token',
          narrow: 'lead',
          cell: ({ name, prefix }) => (
            <>
              <div>{name}</div>
              <code>{prefix}…</code>
            </>
          ),
        },
        {
          title: 'State',
          cell: ({ state, owner_email }) => (
            <>
              <Badge color={tones[state]}>{state}</Badge>{' '}
              {state === 'unconfirmed' ? 'its owner has left' : state === 'active' && owner_email}
            </>
          ),
        },
        { title: 'Limits', cell: (token) => <Limits token={token} /> },
        {
          title: 'Last used',
          cell: ({ last_used_at: at, last_used_from: from }) =>
            at === null ? (
              'never'
            ) : (
              <>
                <Moment at={at} /> from {from}
              </>
            ),
        },
        {
          title: 'Actions',
          number: true,
          narrow: 'end',
          cell: (token) => <TokenActions token={token} onShow={() => onShow(token)} />,
        },
      ]}
    />
  );
}

function Limits({ token: { daily_cap_usd: cap, allowed_ips: ips, expires_at: at } }: { token: Token }) {
  if (cap === null && ips.length === 0 && at === null) return 'none';
  return (
    <>
      {cap !== null && (
        <div>
          <Money usd={cap} /> a day for each key
        </div>
      )}
      {ips.length > 0 && <div className="breakable">{ips.join(', ')}</div>}
      {at !== null && (
        <div>
          until <Moment at={at} as="minute" />
        </div>
      )}
    </>
  );
}

/** Ending needs neither a dialog nor the password, because a leaked token must end at once. */
function TokenActions({ token, onShow }: { token: Token; onShow: () => void }) {
  const end = useEndToken(token.id);
  const confirm = useConfirmToken(token.id);
  const { name, state } = token;
  const isOver = state === 'revoked' || state === 'expired';
  return (
    <Group gap="xs" justify="end">
      <Button aria-label={`What ${name} did`} onClick={onShow}>
        What it did
      </Button>
      {state === 'unconfirmed' && (
        <Button
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(undefined, {
              onSuccess: () => showToast({ text: `${name} works again: you answer for it.` }),
            })
          }
        >
          Confirm
        </Button>
      )}
      {!isOver && (
        <Button
          color="bad"
          aria-label={`End ${name}`}
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onSuccess: () => showToast({ text: `${name} has ended.` }) })}
        >
          End
        </Button>
      )}
      {(end.error ?? confirm.error) && <ProblemAlert error={(end.error ?? confirm.error)!} />}
    </Group>
  );
}

function ActionsDialog({ token, ...dialog }: DialogControl & { token: Token }) {
  const actions = useInfiniteQuery(actionsQuery(token.id));
  return (
    <Dialog {...dialog} size="lg" title={`What ${token.name} did`}>
      <QueryView query={actions} loading="Loading the entries">
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          if (entries.length === 0) return <p>Nothing has been changed with it.</p>;
          return (
            <Table
              label={`What ${token.name} did`}
              rows={entries}
              idOf={({ id }) => id}
              columns={[
                { title: 'Action', narrow: 'lead', cell: ({ action }) => <code>{action}</code> },
                {
                  title: 'Key',
                  cell: ({ target }) => (
                    <Link to="/keys/$keyId" params={{ keyId: target.id }}>
                      {target.id}
                    </Link>
                  ),
                },
                { title: 'From', cell: ({ actor }) => actor.address },
                { title: 'Time', narrow: 'end', cell: ({ time }) => <Moment at={time} as="minute" /> },
              ]}
            />
          );
        }}
      </QueryView>
      {actions.hasNextPage && (
        <Button mt="sm" loading={actions.isFetchingNextPage} onClick={() => void actions.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Dialog>
  );
}

const emptyForm = { name: '', daily_cap_usd: '', expires_at: '', allowed_ips: '' };

/** Shows the form, then the token. While it shows the token, it cannot be closed by accident. */
function CreateTokenDialog(dialog: DialogControl) {
  const create = useCreateToken();
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title="Create a management token"
      label="Create token"
      initialValues={emptyForm}
      mutation={create}
      body={({ name, daily_cap_usd, expires_at, allowed_ips }) => ({
        name: name.trim(),
        daily_cap_usd: daily_cap_usd.trim() || null,
        expires_at: expires_at === '' ? null : new Date(`${expires_at}T23:59:59`).toISOString(),
        allowed_ips: allowed_ips.split(/[\s,]+/).filter((address) => address !== ''),
      })}
      resultTitle={() => 'Your new management token'}
      locked
      result={({ token }, close) => (
        <ShownOnce
          text={token}
          what="token"
          warning="Loupe stores only a hash of the token. All owners of the account are told by email."
          onDone={close}
        />
      )}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="Name it after the program, so you know what stops if you end it."
            placeholder="Deployment pipeline"
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <UsdInput
            label="Daily limit of each key"
            description="Each key that it creates or changes may spend at most this a day."
            placeholder="no limit"
            {...form.getInputProps('daily_cap_usd')}
          />
          <TextInput
            label="Expires"
            description="The token and its keys stop working after this day."
            type="date"
            {...form.getInputProps('expires_at')}
          />
          <Textarea
            label="Allowed addresses"
            description="From where the token and its keys may be used. One IP address or range per line; empty: from anywhere."
            placeholder={'203.0.113.0/24\n2001:db8::/32'}
            autosize={false}
            rows={2}
            {...form.getInputProps('allowed_ips')}
          />
        </>
      )}
    </FormDialog>
  );
}
