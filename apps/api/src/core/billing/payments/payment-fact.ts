import type Stripe from 'stripe';

/** What can become known of a payment. Facts form a set: their order and repetition do not matter. */
export interface PaymentFact {
  readonly kind: 'pending' | 'failed' | 'expired' | 'paid' | 'refunded' | 'disputed' | 'dispute_lost' | 'dispute_won';
  /** Cumulative: all that was paid, refunded or is disputed. */
  readonly amountMicros: bigint;
  readonly disputeId?: string;
}

/** A fact, and what identifies its payment: Stripe Checkout's session, or the PaymentIntent. */
export interface Finding {
  readonly fact: PaymentFact;
  /** Lower case. */
  readonly currency: string;
  readonly session?: { readonly id: string; readonly paymentId: string | null; readonly accountId: string | undefined };
  readonly intentId: string | undefined;
}

/** The types of Stripe's messages that say something about a payment. An endpoint in Stripe's dashboard sends these. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Stripe.Event.Type[];

/** @returns undefined for a message that changes no payment */
export function findingOf(event: Stripe.Event): Finding | undefined {
  switch (event.type) {
    case 'checkout.session.async_payment_failed':
      return ofSession(event.data.object, 'failed');
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return findingOfSession(event.data.object);
    case 'charge.refunded': {
      const { amount_refunded, currency, payment_intent } = event.data.object;
      const fact = { kind: 'refunded', amountMicros: microsOfCents(amount_refunded) } as const;
      return { fact, currency, intentId: idOf(payment_intent) };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { id: disputeId, status, amount, currency, payment_intent } = event.data.object;
      const kind = disputeKinds[status];
      if (!kind) return undefined;
      const fact = { kind, amountMicros: microsOfCents(amount), disputeId };
      return { fact, currency, intentId: idOf(payment_intent) };
    }
    default:
      return undefined;
  }
}

/** An inquiry (`warning_…`) moves no money until it becomes a dispute. */
const disputeKinds: Partial<Record<Stripe.Dispute.Status, PaymentFact['kind']>> = {
  needs_response: 'disputed',
  under_review: 'disputed',
  lost: 'dispute_lost',
  won: 'dispute_won',
};

/** @returns undefined for a session that is open */
export function findingOfSession(session: Stripe.Checkout.Session): Finding | undefined {
  if (session.status === 'expired') return ofSession(session, 'expired');
  if (session.status !== 'complete') return undefined;
  return ofSession(session, session.payment_status === 'paid' ? 'paid' : 'pending');
}

function ofSession(session: Stripe.Checkout.Session, kind: PaymentFact['kind']): Finding {
  const { id, client_reference_id: paymentId, metadata, amount_total, currency, payment_intent } = session;
  return {
    fact: { kind, amountMicros: microsOfCents(amount_total ?? 0) },
    currency: currency ?? '',
    session: { id, paymentId, accountId: metadata?.account_id },
    intentId: idOf(payment_intent),
  };
}

const microsOfCents = (cents: number): bigint => BigInt(cents) * 10_000n;

/** Stripe sends an id, or the object itself. */
const idOf = (reference: string | { readonly id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;
