import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ProblemError } from '../../api/problem-error';
import { randomUuid } from '../../api/random-uuid';
import type { View } from '../../api/views';
import { ShortId } from '../../components/copy';
import type { DialogControl } from '../../components/dialog-frame';
import { FormDialog } from '../../components/form/form-dialog';
import { Notice } from '../../components/notice';
import { Facts, Moment, Money } from '../../components/values';
import { describeUsd, plainAmount } from '../../format/usd';
import { useTopUp } from './customer-queries';

/** What the owner has asked for, in their words. */
function TopUpRequest({ customer: { top_up_request: wish } }: { customer: View<'CustomerDetailView'> }) {
  if (wish === null) return null;
  return (
    <Notice
      tone="plain"
      title={
        wish.amount_usd === null ? 'The owner asks for a top-up' : `The owner asks for ${describeUsd(wish.amount_usd)}`
      }
    >
      {wish.note && <>“{wish.note}” </>}
      <Moment at={wish.asked_at} />
    </Notice>
  );
}

/** One intent, one idempotency key: sending the form twice, or again after a lost response, moves the money once. */
const newIntent = () => ({ idempotencyKey: randomUuid(), mustConfirm: false });

export function TopUpDialog({ customer, opened, onClose }: DialogControl & { customer: View<'CustomerDetailView'> }) {
  const [{ idempotencyKey, mustConfirm }, setIntent] = useState(newIntent);
  const topUp = useTopUp(customer.id, idempotencyKey);
  const send = async (values: { amount_usd: string; note: string; confirm_amount_usd: string }) => {
    const amountUsd = values.amount_usd.trim();
    const confirmation = mustConfirm && { confirm_amount_usd: values.confirm_amount_usd.trim() };
    try {
      const body = { amount_usd: amountUsd, note: values.note.trim(), ...confirmation };
      return { ...(await topUp.mutateAsync(body)), amountUsd };
    } catch (error) {
      const asksToConfirm = error instanceof ProblemError && error.problem.reason === 'confirmation_required';
      if (!asksToConfirm || mustConfirm) throw error;
      setIntent({ idempotencyKey, mustConfirm: true });
      return undefined;
    }
  };
  return (
    <FormDialog
      opened={opened}
      onClose={() => {
        setIntent(newIntent());
        onClose();
      }}
      title={`Top up ${customer.name}`}
      label={mustConfirm ? 'Confirm and top up' : 'Top up'}
      initialValues={{
        amount_usd: plainAmount(customer.top_up_request?.amount_usd ?? null),
        note: '',
        confirm_amount_usd: '',
      }}
      send={send}
      result={({ amountUsd, entry_id, balance_usd }, close) => (
        <Stack>
          <Notice tone="good" title="The top-up is complete" announced>
            The next request can already spend it.
          </Notice>
          <Facts
            facts={[
              { name: 'Amount', value: <Money usd={amountUsd} signed /> },
              { name: 'Entry', value: <ShortId id={entry_id} what="entry id" /> },
              { name: 'Balance', value: <Money usd={balance_usd} /> },
            ]}
          />
          <Group justify="end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      )}
    >
      {(form) => (
        <>
          <p>The balance is {describeUsd(customer.balance_usd)} now.</p>
          <TopUpRequest customer={customer} />
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
        </>
      )}
    </FormDialog>
  );
}
