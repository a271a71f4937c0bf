import { formatUsd } from '@loupe/dto';
import { type Payment, paymentStates } from '../../core/billing/payments/payments.repository';
import { ChoiceField, TimeField, UsdField } from '../fields/fields';
import { pageOf } from '../fields/page';
import { ResponseText, ResponseUsd } from '../fields/response-fields';

export class PaymentBody {
  @UsdField({ description: 'Whole cents, from 5.00 to 2000.00' }) amount_usd: string;
}

export class NewPaymentView {
  @ResponseText({ description: 'A UUID' }) id: string;
  @ResponseText({ description: 'Stripe’s page, where the person pays' }) checkout_url: string;
}

export class PaymentView {
  @ResponseText({ description: 'A UUID' }) id: string;

  @ChoiceField(paymentStates, {
    description:
      'open: not paid yet. pending: the bank has not confirmed it. disputed: a dispute is open or lost. All others say what happened',
  })
  state: Payment['state'];

  @ResponseUsd() amount_usd: string;
  @ResponseUsd() refunded_usd: string;
  @ResponseUsd({ description: 'In disputes that are open or lost' }) disputed_usd: string;
  @TimeField() created_at: string;
  @ResponseText({ nullable: true, description: 'Stripe’s page, while the payment is open' }) checkout_url:
    | string
    | null;
  @ResponseText({ nullable: true }) receipt_url: string | null;
}

export class PaymentPage extends pageOf(PaymentView) {}

/** Staff see payments, but do not pay them. */
export function customerPaymentView(payment: Payment): PaymentView {
  return { ...paymentView(payment), checkout_url: null };
}

export function paymentView(payment: Payment): PaymentView {
  return {
    id: payment.id,
    state: payment.state,
    amount_usd: formatUsd(payment.amountMicros),
    refunded_usd: formatUsd(payment.refundedMicros),
    disputed_usd: formatUsd(payment.disputedMicros),
    created_at: payment.createdAt.toISOString(),
    checkout_url: payment.state === 'open' ? payment.checkoutUrl : null,
    receipt_url: payment.receiptUrl,
  };
}
