import { Box, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { useSession } from '../../api/session';
import { ReasonDialog } from '../../components/dialog';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { Moment } from '../../components/values';
import { describeUsd } from '../../format/usd';
import { pendingTopUpsQuery, useDecidePendingTopUp } from './oversight-queries';

export function PendingTopUpsPage() {
  const pending = useInfiniteQuery(pendingTopUpsQuery);
  return (
    <Page
      title="Pending top-ups"
      lede="They are above what one person may add a day. A second person approves or declines them."
    >
      <Panel title="Waiting" flush>
        <PagedList
          query={pending}
          loading="Loading the pending top-ups"
          noun="top-up"
          empty={<EmptyState title="No pending top-ups">Nothing waits for a second person.</EmptyState>}
        >
          {(items) => (
            <ul>
              {items.map((topUp) => (
                <PendingRow key={topUp.id} topUp={topUp} />
              ))}
            </ul>
          )}
        </PagedList>
      </Panel>
    </Page>
  );
}

function PendingRow({ topUp }: { topUp: View<'PendingTopUpView'> }) {
  const { id, account_id: accountId, account_name, amount_usd, note, asked_by, created_at } = topUp;
  const { assist } = usePermissions();
  const isOwn = asked_by === useSession().user.email;
  const [granted, setGranted] = useState(true);
  const [opened, setOpened] = useState(false);
  const decide = useDecidePendingTopUp(id, granted);
  const open = (isGranted: boolean) => {
    setGranted(isGranted);
    setOpened(true);
  };
  const amount = describeUsd(amount_usd);
  return (
    <Group component="li" className="row" justify="space-between" gap="var(--space-3) var(--space-6)" py="md">
      <Box flex="1 1 16rem" miw={0} className="breakable">
        <strong>{amount}</strong> for{' '}
        <Link to="/support/customers/$accountId/ledger" params={{ accountId }}>
          {account_name}
        </Link>
        : “{note}”
        <p className="aside">
          {isOwn ? 'You asked for it' : `${asked_by} asked for it`} <Moment at={created_at} />
          {isOwn && '. A colleague decides.'}
        </p>
      </Box>
      {assist && !isOwn && (
        <Group gap="xs">
          <Button onClick={() => open(false)}>Decline</Button>
          <Button variant="filled" onClick={() => open(true)}>
            Approve
          </Button>
        </Group>
      )}
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={`${granted ? 'Approve' : 'Decline'} ${amount} for ${account_name}?`}
        label={granted ? 'Approve' : 'Decline'}
        danger={!granted}
        consequence={granted ? `${amount} is added to the balance at once.` : 'Nothing is added.'}
        mutation={decide}
        done={{ text: granted ? `${amount} was added for ${account_name}.` : 'The top-up was declined.' }}
      />
    </Group>
  );
}
