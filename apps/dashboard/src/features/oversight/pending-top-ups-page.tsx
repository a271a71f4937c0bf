import { Box, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { reasonOf } from '../../api/problem-error';
import { useSession } from '../../api/session';
import { type DialogControl, ReasonDialog } from '../../components/dialog';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedRows } from '../../components/query-view';
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
        <PagedRows
          label="Pending top-ups"
          query={pending}
          loading="Loading the pending top-ups"
          noun="top-up"
          empty={<EmptyState title="No pending top-ups">Nothing waits for a second person.</EmptyState>}
          row={(topUp) => <PendingRow topUp={topUp} />}
        />
      </Panel>
    </Page>
  );
}

function PendingRow({ topUp }: { topUp: View<'PendingTopUpView'> }) {
  const { account_id: accountId, account_name, amount_usd, note, asked_by, created_at } = topUp;
  const { assist } = usePermissions();
  const isOwn = asked_by === useSession().user.email;
  const [granted, setGranted] = useState<boolean>();
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
          <Button onClick={() => setGranted(false)}>Decline</Button>
          <Button variant="filled" onClick={() => setGranted(true)}>
            Approve
          </Button>
        </Group>
      )}
      {granted !== undefined && (
        <DecisionDialog topUp={topUp} granted={granted} opened onClose={() => setGranted(undefined)} />
      )}
    </Group>
  );
}

interface DecisionDialogProps extends DialogControl {
  topUp: View<'PendingTopUpView'>;
  granted: boolean;
}

function DecisionDialog({ topUp: { id, account_name: name, amount_usd }, granted, ...dialog }: DecisionDialogProps) {
  const [isRepeat, setRepeat] = useState(false);
  const decide = useDecidePendingTopUp(id, { granted, ...(isRepeat && { confirm_repeat: true }) });
  const isAsked = reasonOf(decide.error) === 'repeat_confirmation_required';
  if (isAsked && !isRepeat) setRepeat(true);
  const amount = describeUsd(amount_usd);
  const verb = granted ? 'Approve' : 'Decline';
  return (
    <ReasonDialog
      {...dialog}
      title={`${verb} ${amount} for ${name}?`}
      label={isRepeat ? 'Approve all the same' : verb}
      danger={!granted}
      consequence={granted ? `${amount} is added to the balance at once.` : 'Nothing is added.'}
      mutation={decide}
      done={{ text: granted ? `${amount} was added for ${name}.` : 'The top-up was declined.' }}
    />
  );
}
