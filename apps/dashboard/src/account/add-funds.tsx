import { PlusIcon } from '@heroicons/react/24/outline';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { View } from '../api/client';
import { FormDialog, UsdInput } from '../components/dialog';
import { describeUsd } from '../format/usd';
import { cardPaymentsQuery, useBeginPayment } from './payment-queries';
import { usePermissions } from './permissions';

/** Lets an owner pay by card. Shows nothing to others, or if the operator takes no card payments. */
export function AddFunds({ isOpened = false }: { isOpened?: boolean }) {
  const { own } = usePermissions();
  const { data: limits } = useQuery({ ...cardPaymentsQuery, enabled: own });
  const [opened, setOpened] = useState(isOpened);
  if (!own || !limits) return null;
  return (
    <>
      <Button size="sm" variant="filled" leftSection={<PlusIcon width={16} />} onClick={() => setOpened(true)}>
        Add funds
      </Button>
      <AddFundsDialog limits={limits} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

interface AddFundsDialogProps {
  limits: View<'CardPaymentsView'>;
  opened: boolean;
  onClose: () => void;
}

function AddFundsDialog({ limits: { min_usd, max_usd }, ...dialog }: AddFundsDialogProps) {
  const begin = useBeginPayment();
  return (
    <FormDialog
      {...dialog}
      title="Add funds"
      label="Continue to Stripe"
      initialValues={{ amount_usd: '' }}
      mutation={begin}
      result={({ checkout_url }) => <Leave to={checkout_url} />}
    >
      {(form) => (
        <>
          <p>You pay by card on Stripe’s page and come back here. Loupe never sees your card.</p>
          <UsdInput
            label="Amount"
            description={`From ${describeUsd(min_usd)} to ${describeUsd(max_usd)}`}
            placeholder="25.00"
            data-autofocus
            {...form.getInputProps('amount_usd')}
          />
        </>
      )}
    </FormDialog>
  );
}

function Leave({ to }: { to: string }) {
  useEffect(() => window.location.assign(to), [to]);
  return (
    <p>
      Opening Stripe’s page. If it does not open, <Anchor href={to}>open it here</Anchor>.
    </p>
  );
}
