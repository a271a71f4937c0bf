import type Stripe from 'stripe';

/** What can become known of a payment. Facts form a set: their order and repetition do not matter. */
export interface PaymentFact {
  readonly kind:
    | 'pending'
    | 'failed'
    | 'expired'
    | 'paid'
    | 'refunded'
    | 'refund_failed'
    | 'disputed'
    | 'dispute_lost'
    | 'dispute_won';
  readonly amountMicros: bigint;
  /** Stripe's id of the refund or dispute. */
  readonly reference?: string;
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
  'refund.created',
  'refund.updated',
  'refund.failed',
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
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      // The money of a refund leaves when it is created, and comes back if it fails at the bank, perhaps weeks later.
      const { status } = event.data.object;
      return ofReference(
        event.data.object,
        status === 'failed' || status === 'canceled' ? 'refund_failed' : 'refunded',
      );
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const kind = disputeKinds[event.data.object.status];
      return kind && ofReference(event.data.object, kind);
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

function ofReference(
  { id: reference, amount, currency, payment_intent }: Stripe.Refund | Stripe.Dispute,
  kind: PaymentFact['kind'],
): Finding {
  return {
    fact: { kind, amountMicros: microsOfCents(amount), reference },
    currency,
    intentId: idOf(payment_intent),
  };
}

const microsOfCents = (cents: number): bigint => BigInt(cents) * 10_000n;

/** Stripe sends an id, or the object itself. */
const idOf = (reference: string | { readonly id: string } | null): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;
