import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKey, useAccountScope } from '../../../account/account-scope';
import { answerOf, client } from '../../../api/client';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { describeUsd } from '../../../format/usd';
import classes from './threshold-control.module.css';

type Account = View<'AccountView'>;

/** Below which balance the owner wants to be told, and the dialog that changes it. */
export function ThresholdControl({ account }: { account: Account }) {
  const own = useAccountScope().kind === 'own';
  const [opened, setOpened] = useState(false);
  const threshold = account.low_balance_threshold_usd;
  return (
    <div className={classes.control}>
      <span>
        {threshold === null ? 'No warning about a low balance is set.' : `Warns below ${describeUsd(threshold)}.`}
      </span>
      {own && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
          {threshold === null ? 'Set a warning' : 'Change'}
        </Button>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Low-balance warning">
        <ThresholdForm threshold={threshold} onDone={() => setOpened(false)} />
      </Dialog>
    </div>
  );
}

function ThresholdForm({ threshold, onDone }: { threshold: string | null; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { low_balance_threshold_usd: threshold ?? '' } });
  const submit = useSubmit(form, async ({ low_balance_threshold_usd: text }) => {
    const account = await answerOf(
      client.PATCH('/dashboard/api/account', { body: { low_balance_threshold_usd: text.trim() || null } }),
    );
    queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account);
    onDone();
  });
  return (
    <SubmitForm submit={submit} label="Save" onCancel={onDone}>
      <TextInput
        label="Warn below"
        description="Shown here, and sent to the webhook if one is set. Leave it empty for no warning."
        leftSection="$"
        inputMode="decimal"
        data-autofocus
        {...form.getInputProps('low_balance_threshold_usd')}
      />
    </SubmitForm>
  );
}
