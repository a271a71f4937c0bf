import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { AddFunds } from '../../account/add-funds';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { AlertBox } from '../../components/alert-box';
import { type DialogControl, FormDialog, UsdInput } from '../../components/dialog';
import { Moment } from '../../components/values';
import { describeUsd } from '../../format/usd';
import { useAskForTopUp } from './overview-queries';

export function EmptyBalance({ account }: { account: Pick<View<'AccountView'>, 'top_up_request'> | undefined }) {
  const { own } = usePermissions();
  const request = account?.top_up_request;
  return (
    <AlertBox tone="warn" title="The balance is empty">
      <p>
        Loupe is prepaid. Until funds are added, every request with a price is refused, free of charge.{' '}
        {request && (
          <>
            {request.amount_usd === null ? 'A top-up' : `A top-up of ${describeUsd(request.amount_usd)}`} was requested{' '}
            <Moment at={request.asked_at} />.
          </>
        )}
      </p>
      {own && (
        <Group gap="xs" mt="xs">
          <AddFunds />
          <AskForTopUp again={Boolean(request)} />
        </Group>
      )}
    </AlertBox>
  );
}

function AskForTopUp({ again }: { again: boolean }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{again ? 'Change your request' : 'Ask for a top-up'}</Button>
      <AskTopUpDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

/** Support adds the funds by hand. */
function AskTopUpDialog(dialog: DialogControl) {
  const ask = useAskForTopUp();
  return (
    <FormDialog
      {...dialog}
      title="Ask for a top-up"
      label="Send to support"
      initialValues={{ amount_usd: '', note: '' }}
      mutation={ask}
      body={({ amount_usd, note }) => ({
        ...(amount_usd.trim() && { amount_usd: amount_usd.trim() }),
        ...(note.trim() && { note: note.trim() }),
      })}
      done="Support has your request."
    >
      {(form) => (
        <>
          <p>Support sees your request at once and adds the funds. Nothing is charged here.</p>
          <UsdInput
            label="Amount (optional)"
            placeholder="25.00"
            data-autofocus
            {...form.getInputProps('amount_usd')}
          />
          <Textarea label="Message (optional)" maxLength={1_000} autosize={false} {...form.getInputProps('note')} />
        </>
      )}
    </FormDialog>
  );
}
