import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { client, dataOf, type View } from '../../api/client';
import { reasonOf } from '../../api/problem-error';
import { type IdempotencyHeader, useSafeChange } from '../../api/safe-change';
import { AlertBox } from '../../components/alert-box';
import { type DialogControl, DoneButton, FormDialog, UsdInput } from '../../components/dialog';
import { Moment } from '../../components/values';
import { describeUsd, microsOf, plainAmount, sumUsd } from '../../format/usd';
import { keyOf, pathOf } from './customer-queries';

type Customer = View<'CustomerDetailView'>;

export function TopUpDialog({ customer, opened, onClose }: DialogControl & { customer: Customer }) {
  const { id, name, balance_usd } = customer;
  // The request that the person saw on opening: if a colleague answers it meanwhile, the server must refuse this answer.
  const [request, setRequest] = useState(customer.top_up_request);
  if (!opened && request !== customer.top_up_request) setRequest(customer.top_up_request);
  const { confirms, topUp, reset } = useTopUp(id, request);
  return (
    <FormDialog
      opened={opened}
      onClose={() => {
        reset();
        onClose();
      }}
      title={`Top up ${name}`}
      label={confirms ? 'Confirm and top up' : 'Top up'}
      initialValues={{ amount_usd: plainAmount(request?.amount_usd ?? null), note: '', confirm_amount_usd: '' }}
      mutation={topUp}
      result={(entry, close) =>
        'pending_id' in entry && <WaitsForColleague amountUsd={topUp.variables?.amount_usd ?? ''} onDone={close} />
      }
      done={({ amount_usd }, entry) => ({
        text: `${describeUsd(amount_usd.trim())} was added for ${name}${'balance_usd' in entry ? `. The balance is ${describeUsd(entry.balance_usd)}` : ''}.`,
      })}
    >
      {(form) => (
        <>
          <p>
            The balance is {describeUsd(balance_usd)}
            {microsOf(form.values.amount_usd.trim()) > 0n &&
              ` → ${describeUsd(sumUsd([balance_usd, form.values.amount_usd.trim()]))}`}
          </p>
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
            readOnly={confirms !== undefined}
            data-autofocus
            {...form.getInputProps('amount_usd')}
          />
          <TextInput
            label="Note"
            description="The invoice or the reason. The customer sees it on the statement."
            placeholder="Invoice 2026-014"
            {...form.getInputProps('note')}
          />
          {confirms === 'amount' && (
            <>
              <AlertBox tone="warn" title="This is a large amount" announced>
                Type it again to confirm.
              </AlertBox>
              <UsdInput label="Confirm amount" autoFocus {...form.getInputProps('confirm_amount_usd')} />
            </>
          )}
          {confirms === 'repeat' && (
            <AlertBox tone="warn" title="The same amount was added less than ten minutes ago" announced>
              It may be the same payment, added by somebody else. Look at the customer’s ledger before you confirm.
            </AlertBox>
          )}
        </>
      )}
    </FormDialog>
  );
}

function WaitsForColleague({ amountUsd, onDone }: { amountUsd: string; onDone: () => void }) {
  return (
    <>
      <AlertBox tone="warn" title="It waits for a second person" announced>
        {describeUsd(amountUsd)} is more than you may still add today. Nothing is added until a colleague approves it
        under “Pending top-ups”.
      </AlertBox>
      <DoneButton variant="filled" onClick={onDone} />
    </>
  );
}

const confirmations = { confirmation_required: 'amount', repeat_confirmation_required: 'repeat' } as const;
type Confirmation = (typeof confirmations)[keyof typeof confirmations];

interface Typed {
  readonly amount_usd: string;
  readonly note: string;
  readonly confirm_amount_usd: string;
}

/** Answers the request that the dialog shows. A large amount and a repeated one must be confirmed. */
function useTopUp(id: string, request: Customer['top_up_request']) {
  const [asked, setAsked] = useState<readonly Confirmation[]>([]);
  const send = async ({ amount_usd, note, confirm_amount_usd }: Typed, header: IdempotencyHeader) => {
    const body = {
      amount_usd: amount_usd.trim(),
      note: note.trim(),
      ...(request && { answers_request: true, asked_at: request.asked_at }),
      ...(asked.includes('amount') && { confirm_amount_usd: confirm_amount_usd.trim() }),
      ...(asked.includes('repeat') && { confirm_repeat: true }),
    };
    const params = { ...pathOf(id), header };
    try {
      return await dataOf(client.POST('/dashboard/api/support/accounts/{account_id}/top-ups', { params, body }));
    } catch (error) {
      const confirmation = confirmations[reasonOf(error) as keyof typeof confirmations];
      if (!confirmation || asked.includes(confirmation)) throw error;
      setAsked([...asked, confirmation]);
      return undefined;
    }
  };
  const topUp = useSafeChange(`top up ${id}`, keyOf(id), send);
  return { confirms: asked.at(-1), topUp, reset: () => setAsked([]) };
}
