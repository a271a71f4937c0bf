import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { client, dataOf, type View } from '../../api/client';
import { ProblemError } from '../../api/problem-error';
import { useChange } from '../../api/query-client';
import { randomUuid } from '../../api/random-uuid';
import { AlertBox } from '../../components/alert-box';
import { ShortId } from '../../components/copy';
import { type DialogControl, DoneButton, FormDialog, UsdInput } from '../../components/dialog';
import { Facts, Moment, Money } from '../../components/values';
import { describeUsd, plainAmount } from '../../format/usd';
import { keyOf, pathOf } from './customer-queries';

export function TopUpDialog({ customer, opened, onClose }: DialogControl & { customer: View<'CustomerDetailView'> }) {
  const { name, balance_usd, top_up_request: request } = customer;
  const { mustConfirm, topUp, reset } = useTopUp(customer.id);
  return (
    <FormDialog
      opened={opened}
      onClose={() => {
        reset();
        onClose();
      }}
      title={`Top up ${name}`}
      label={mustConfirm ? 'Confirm and top up' : 'Top up'}
      initialValues={{ amount_usd: plainAmount(request?.amount_usd ?? null), note: '', confirm_amount_usd: '' }}
      mutation={topUp}
      result={(entry, close) => <TopUpReceipt entry={entry} onDone={close} />}
    >
      {(form) => (
        <>
          <p>The balance is {describeUsd(balance_usd)} now.</p>
          {request && (
            <AlertBox
              tone="gray"
              title={`The owner asks for ${request.amount_usd === null ? 'a top-up' : describeUsd(request.amount_usd)}`}
            >
              {request.note && <>“{request.note}” </>}
              <Moment at={request.asked_at} />
            </AlertBox>
          )}
          <UsdInput
            label="Amount"
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
              <AlertBox tone="warn" title="This is a large amount" announced>
                Type it again to confirm.
              </AlertBox>
              <UsdInput label="Confirm amount" autoFocus {...form.getInputProps('confirm_amount_usd')} />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

type Receipt = (View<'EntryReceiptView'> | View<'PostponedTopUpView'>) & { amountUsd: string };

function TopUpReceipt({ entry, onDone }: { entry: Receipt; onDone: () => void }) {
  if ('pending_id' in entry)
    return (
      <>
        <AlertBox tone="warn" title="A second person must approve it" announced>
          {describeUsd(entry.amountUsd)} is above what you may still credit today. Nothing is credited yet.
        </AlertBox>
        <DoneButton variant="filled" onClick={onDone} />
      </>
    );
  return (
    <>
      <AlertBox tone="good" title="The top-up is complete" announced>
        The next request can already spend it.
      </AlertBox>
      <Facts
        facts={[
          { name: 'Amount', value: <Money usd={entry.amountUsd} signed /> },
          { name: 'Entry', value: <ShortId id={entry.entry_id} what="entry id" /> },
          { name: 'Balance', value: <Money usd={entry.balance_usd} /> },
        ]}
      />
      <DoneButton variant="filled" onClick={onDone} />
    </>
  );
}

/** The idempotency key belongs to the intent: a form that is sent again after a lost response credits the amount only once. */
const newIntent = () => ({ idempotencyKey: randomUuid(), mustConfirm: false });

/** A large amount must be confirmed, under the same idempotency key. */
function useTopUp(accountId: string) {
  const [{ idempotencyKey, mustConfirm }, setIntent] = useState(newIntent);
  const send = async (typed: { amount_usd: string; note: string; confirm_amount_usd: string }) => {
    const amountUsd = typed.amount_usd.trim();
    const confirmation = mustConfirm && { confirm_amount_usd: typed.confirm_amount_usd.trim() };
    const body = { amount_usd: amountUsd, note: typed.note.trim(), ...confirmation };
    const params = { ...pathOf(accountId), header: { 'Idempotency-Key': idempotencyKey } };
    try {
      const call = client.POST('/dashboard/api/support/accounts/{account_id}/top-ups', { params, body });
      return { ...(await dataOf(call)), amountUsd };
    } catch (error) {
      const asksToConfirm = error instanceof ProblemError && error.problem.reason === 'confirmation_required';
      if (!asksToConfirm || mustConfirm) throw error;
      setIntent({ idempotencyKey, mustConfirm: true });
      return undefined;
    }
  };
  return { mustConfirm, topUp: useChange(keyOf(accountId), send), reset: () => setIntent(newIntent()) };
}
