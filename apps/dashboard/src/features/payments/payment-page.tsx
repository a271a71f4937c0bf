import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { accountKey } from '../../account/account-scope';
import { paymentQuery } from '../../account/payment-queries';
import type { View } from '../../api/client';
import { AlertBox } from '../../components/alert-box';
import { Page } from '../../components/page';
import { QueryView } from '../../components/query-view';
import { showToast } from '../../components/toast';
import { describeUsd } from '../../format/usd';

type Payment = View<'PaymentView'>;

const pollMs = 3_000;

/** Where a person returns to from Stripe. */
export function PaymentPage() {
  const { paymentId } = useParams({ from: '/signed-in/owner/payments/$paymentId' });
  const { cancelled = false } = useSearch({ from: '/signed-in/owner/payments/$paymentId' });
  const payment = useQuery({
    ...paymentQuery(paymentId),
    refetchInterval: ({ state: { data } }) => (!cancelled && isUnderWay(data?.state) ? pollMs : false),
  });
  useReturnToLedger(payment.data);
  return (
    <Page title="Card payment">
      <QueryView query={payment} loading="Asking Stripe about the payment">
        {(view) => <Outcome payment={view} isCancelled={cancelled} />}
      </QueryView>
    </Page>
  );
}

const isUnderWay = (state: Payment['state'] | undefined) => state === 'open' || state === 'pending';

function useReturnToLedger(payment: Payment | undefined): void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const amountUsd = payment?.state === 'paid' ? payment.amount_usd : undefined;
  useEffect(() => {
    if (amountUsd === undefined) return;
    showToast({ text: `Your payment of ${describeUsd(amountUsd)} has arrived.` });
    void queries.invalidateQueries({ queryKey: accountKey({ kind: 'own' }) });
    void navigate({ to: '/ledger', replace: true });
  }, [amountUsd, queries, navigate]);
}

function Outcome({ payment, isCancelled }: { payment: Payment; isCancelled: boolean }) {
  const { tone, title, text } = isCancelled && payment.state === 'open' ? cancelledOutcome : outcomes[payment.state];
  return (
    <>
      <AlertBox tone={tone} title={title} announced>
        <p>
          {describeUsd(payment.amount_usd)}: {text}
        </p>
      </AlertBox>
      <Group>
        {isCancelled && payment.checkout_url && (
          <Button component="a" href={payment.checkout_url} variant="filled">
            Continue to pay
          </Button>
        )}
        <Link to="/ledger">Go to the ledger</Link>
      </Group>
    </>
  );
}

interface OutcomeText {
  readonly tone: 'gray' | 'good' | 'warn' | 'bad';
  readonly title: string;
  readonly text: string;
}

const closable = 'You can close this page: the balance grows as soon as the payment is confirmed.';

const cancelledOutcome: OutcomeText = {
  tone: 'gray',
  title: 'You came back without paying',
  text: 'nothing was charged.',
};

const outcomes: Record<Payment['state'], OutcomeText> = {
  open: { tone: 'gray', title: 'Waiting for Stripe', text: `the payment is not confirmed yet. ${closable}` },
  pending: {
    tone: 'gray',
    title: 'Your bank has not confirmed the payment yet',
    text: `this may take some days. ${closable}`,
  },
  paid: { tone: 'good', title: 'The payment has arrived', text: 'it is in your balance.' },
  failed: { tone: 'bad', title: 'The payment was declined', text: 'your bank refused it. Nothing was added.' },
  expired: { tone: 'warn', title: 'The payment page has expired', text: 'nothing was charged.' },
  partly_refunded: { tone: 'gray', title: 'The payment was refunded in part', text: 'the ledger shows how much.' },
  refunded: { tone: 'gray', title: 'The payment was refunded', text: 'it is no longer in your balance.' },
  disputed: { tone: 'warn', title: 'The payment is disputed', text: 'it is not in your balance.' },
};
