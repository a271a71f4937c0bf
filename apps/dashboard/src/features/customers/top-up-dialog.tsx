import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ProblemError } from '../../api/problem-error';
import { randomUuid } from '../../api/random-uuid';
import type { View } from '../../api/views';
import { ShortId } from '../../components/copy';
import { Dialog } from '../../components/dialog';
import type { DialogControl } from '../../components/dialog-frame';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice } from '../../components/notice';
import { Facts, Money } from '../../components/values';
import { describeUsd } from '../../format/usd';
import { useTopUp } from './customer-queries';

interface BookedTopUp {
  readonly amountUsd: string;
  readonly entryId: string;
  readonly balanceUsd: string;
}

interface TopUpDialogProps extends DialogControl {
  customer: View<'CustomerDetailView'>;
}

export function TopUpDialog({ customer, opened, onClose }: TopUpDialogProps) {
  const [booked, setBooked] = useState<BookedTopUp>();
  const close = () => {
    setBooked(undefined);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={`Top up ${customer.name}`}>
      {booked ? (
        <Stack>
          <Notice tone="good" title="The money is there" announced>
            The very next request can spend it.
          </Notice>
          <Facts
            facts={[
              { name: 'Amount', value: <Money usd={booked.amountUsd} signed /> },
              { name: 'Entry', value: <ShortId id={booked.entryId} what="entry id" /> },
              { name: 'Balance', value: <Money usd={booked.balanceUsd} /> },
            ]}
          />
          <Group justify="end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <TopUpForm customer={customer} onBooked={setBooked} onCancel={close} />
      )}
    </Dialog>
  );
}

interface TopUpFormProps {
  customer: View<'CustomerDetailView'>;
  onBooked: (booked: BookedTopUp) => void;
  onCancel: () => void;
}

/** One intent, one idempotency key: sending the form twice, or again after a lost response, moves the money once. */
function TopUpForm({ customer, onBooked, onCancel }: TopUpFormProps) {
  const [idempotencyKey] = useState(randomUuid);
  const topUp = useTopUp(customer.id, idempotencyKey);
  const [mustConfirm, setMustConfirm] = useState(false);
  const form = useForm({ initialValues: { amount_usd: '', note: '', confirm_amount_usd: '' } });
  const submit = useSubmit(form, async (values) => {
    const amountUsd = values.amount_usd.trim();
    const confirmation = mustConfirm && { confirm_amount_usd: values.confirm_amount_usd.trim() };
    try {
      const body = { amount_usd: amountUsd, note: values.note.trim(), ...confirmation };
      const { entry_id, balance_usd } = await topUp.mutateAsync(body);
      onBooked({ amountUsd, entryId: entry_id, balanceUsd: balance_usd });
    } catch (error) {
      const asksToConfirm = error instanceof ProblemError && error.problem.reason === 'confirmation_required';
      if (!asksToConfirm || mustConfirm) throw error;
      setMustConfirm(true);
    }
  });
  return (
    <SubmitForm submit={submit} label={mustConfirm ? 'Confirm and top up' : 'Top up'} onCancel={onCancel}>
      <p>The balance is {describeUsd(customer.balance_usd)} now.</p>
      <TextInput
        label="Amount"
        leftSection="$"
        inputMode="decimal"
        placeholder="25.00"
        readOnly={mustConfirm}
        data-autofocus
        {...form.getInputProps('amount_usd')}
      />
      <TextInput
        label="Note"
        description="The invoice or the reason. The customer sees it on the statement."
        placeholder="Invoice 2026-014"
        {...form.getInputProps('note')}
      />
      {mustConfirm && (
        <>
          <Notice tone="warn" title="This is a large amount" announced>
            Type it again to confirm.
          </Notice>
          <TextInput
            label="Confirm amount"
            leftSection="$"
            inputMode="decimal"
            autoFocus
            {...form.getInputProps('confirm_amount_usd')}
          />
        </>
      )}
    </SubmitForm>
  );
}
