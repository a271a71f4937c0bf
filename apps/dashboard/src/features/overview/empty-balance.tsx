import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/views';
import { Notice } from '../../components/notice';
import { Moment } from '../../components/values';
import { describeUsd } from '../../format/usd';
import { AskTopUpDialog } from './ask-top-up-dialog';

/** An empty balance is a state with a next step, not a row of zeros. */
export function EmptyBalance({ account }: { account: Pick<View<'AccountView'>, 'top_up_request'> | undefined }) {
  const { own } = usePermissions();
  const request = account?.top_up_request;
  return (
    <Notice tone="warn" title="The balance is empty">
      <p>
        Loupe is prepaid, and support adds the funds. Until then every request is refused, free of charge.{' '}
        {request && (
          <>
            {request.amount_usd === null ? 'A top-up' : `A top-up of ${describeUsd(request.amount_usd)}`} was requested{' '}
            <Moment at={request.asked_at} />.
          </>
        )}
      </p>
      {own && <AskForTopUp again={Boolean(request)} />}
    </Notice>
  );
}

export function AskForTopUp({ again }: { again: boolean }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" mt="xs" onClick={() => setOpened(true)}>
        {again ? 'Change your request' : 'Ask for a top-up'}
      </Button>
      <AskTopUpDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
