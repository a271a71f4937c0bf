import { TextInput, type TextInputProps } from '@mantine/core';
import type { View } from '../../api/views';
import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import { UsdInput } from '../../components/form/usd-input';
import { Notice } from '../../components/notice';
import { describeUsd, plainAmount } from '../../format/usd';
import { TopUpReceipt } from './top-up-receipt';
import { TopUpRequestNotice } from './top-up-request-notice';
import { useTopUp } from './use-top-up';

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
      body={(values) => values}
      result={({ amountUsd, ...entry }, close) => <TopUpReceipt entry={entry} amountUsd={amountUsd} onDone={close} />}
    >
      {(form) => (
        <>
          <p>The balance is {describeUsd(balance_usd)} now.</p>
          {request && <TopUpRequestNotice request={request} />}
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
          {mustConfirm && <ConfirmAmount {...form.getInputProps('confirm_amount_usd')} />}
        </>
      )}
    </FormDialog>
  );
}

function ConfirmAmount(input: TextInputProps) {
  return (
    <>
      <Notice tone="warn" title="This is a large amount" announced>
        Type it again to confirm.
      </Notice>
      <UsdInput label="Confirm amount" autoFocus {...input} />
    </>
  );
}
