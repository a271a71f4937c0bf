import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKey } from '../../../account/account-scope';
import { ProblemError } from '../../../api/problem-error';
import { randomUuid } from '../../../api/random-uuid';
import type { View } from '../../../api/views';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { Notice } from '../../../components/notice';
import { describeUsd } from '../../../format/usd';
import { topUp } from '../customer-calls';

/** What was booked. */
export interface BookedTopUp {
  readonly amountUsd: string;
  readonly entryId: string;
  readonly balanceUsd: string;
}

interface TopUpFormProps {
  customer: View<'CustomerDetailView'>;
  onBooked: (booked: BookedTopUp) => void;
  onCancel: () => void;
}

/** One intent, one idempotency key: sending the form twice, or again after a lost answer, moves the money once. */
export function TopUpForm({ customer, onBooked, onCancel }: TopUpFormProps) {
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(randomUuid);
  const [mustConfirm, setMustConfirm] = useState(false);
  const form = useForm({ initialValues: { amount_usd: '', note: '', confirm_amount_usd: '' } });
  const submit = useSubmit(form, async (values) => {
    const amountUsd = values.amount_usd.trim();
    const confirmation = mustConfirm && { confirm_amount_usd: values.confirm_amount_usd.trim() };
    try {
      const body = { amount_usd: amountUsd, note: values.note.trim(), ...confirmation };
      const { entry_id, balance_usd } = await topUp(customer.id, idempotencyKey, body);
      onBooked({ amountUsd, entryId: entry_id, balanceUsd: balance_usd });
      const key = accountKey({ kind: 'customer', accountId: customer.id });
      await queryClient.invalidateQueries({ queryKey: key });
    } catch (error) {
      const asks = error instanceof ProblemError && error.problem.reason === 'confirmation_required';
      if (!asks || mustConfirm) throw error;
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
        description="On the customer’s statement: the invoice or the reason."
        placeholder="Invoice 2026-014"
        {...form.getInputProps('note')}
      />
      {mustConfirm && (
        <>
          <Notice tone="warn" title="This is a large amount" announced>
            Type it once more to be sure of it.
          </Notice>
          <TextInput
            label="Amount once more"
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
