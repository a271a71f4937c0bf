import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { clock } from '../../../platform/clock';
import { ENV, type Env } from '../../../platform/config/env';
import { Problem } from '../../../platform/problem';
import { eventTypes } from './payment-fact';

const timeoutMs = 10_000;
const toleranceSeconds = 300;
/** Stripe accepts 30 minutes to a day. A repeat of a lost request has the same end, so this is longer than 30 minutes and ten more. */
const openSeconds = 3_600;

interface NewCheckout {
  readonly paymentId: string;
  readonly accountId: number;
  readonly amountMicros: bigint;
  readonly createdAt: Date;
  /** A sentence beside the button that pays. */
  readonly remark: string | undefined;
  /** The page to return to. */
  readonly returnUrl: string;
}

/** The calls of Stripe that Loupe uses. The library is loaded with the first call. */
@Injectable()
export class StripeApi {
  private client: Stripe | undefined;

  constructor(
    @Inject(ENV)
    private readonly env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'>,
  ) {}

  get isConfigured(): boolean {
    return this.env.STRIPE_SECRET_KEY !== undefined;
  }

  /** Creates the page where a person pays. A repeat for the same payment returns the same page. */
  async createCheckout(checkout: NewCheckout): Promise<Stripe.Checkout.Session> {
    const { paymentId, accountId, amountMicros, createdAt, remark, returnUrl } = checkout;
    // The PaymentIntent has the metadata, too: refunds and disputes name it, not the session.
    const metadata = { payment_id: paymentId, account_id: `${accountId}` };
    const item = {
      currency: 'usd',
      unit_amount: Number(amountMicros / 10_000n),
      product_data: { name: 'Loupe balance' },
    };
    return this.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: paymentId,
        // The ledger is in dollars.
        adaptive_pricing: { enabled: false },
        metadata,
        payment_intent_data: { metadata },
        line_items: [{ quantity: 1, price_data: item }],
        success_url: returnUrl,
        cancel_url: `${returnUrl}?cancelled=true`,
        expires_at: Math.floor(createdAt.getTime() / 1_000) + openSeconds,
        ...(remark !== undefined && { custom_text: { submit: { message: remark } } }),
      },
      { idempotencyKey: paymentId },
    );
  }

  async readCheckout(sessionId: string): Promise<Stripe.Checkout.Session> {
    return this.stripe.checkout.sessions.retrieve(sessionId);
  }

  /** Closes a page where nobody has paid. */
  async expireCheckout(sessionId: string): Promise<void> {
    await this.stripe.checkout.sessions.expire(sessionId).catch((error: { type?: string }) => {
      // It was paid or has expired meanwhile, which its message tells.
      if (error.type !== 'StripeInvalidRequestError') throw error;
    });
  }

  async readIntent(intentId: string): Promise<{ paymentId: string | undefined; receiptUrl: string | null }> {
    const { metadata, latest_charge } = await this.stripe.paymentIntents.retrieve(intentId, {
      expand: ['latest_charge'],
    });
    const receiptUrl = latest_charge && typeof latest_charge === 'object' ? latest_charge.receipt_url : null;
    return { paymentId: metadata.payment_id, receiptUrl };
  }

  /** Messages since a time, newest first. Stripe keeps them for 30 days. */
  async *listEvents(since: Date): AsyncGenerator<Stripe.Event> {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    yield* this.stripe.events.list({ types: [...eventTypes], created, limit: 100 });
  }

  /** Verifies a message. @throws {Problem} `bad_request` when it is not signed with our secret, or is older than five minutes */
  verify(body: Buffer, signature: string | undefined): Stripe.Event {
    try {
      const secret = this.env.STRIPE_WEBHOOK_SECRET!;
      return this.stripe.webhooks.constructEvent(
        body,
        signature ?? '',
        secret,
        toleranceSeconds,
        undefined,
        clock.wallMs(),
      );
    } catch {
      throw new Problem('bad_request', 'The signature of this message is missing, wrong or old.');
    }
  }

  /** Whether the message is of this mode and account of Stripe. A connected account names itself. */
  isOurs({ livemode, account }: Pick<Stripe.Event, 'livemode' | 'account'>): boolean {
    return account === undefined && livemode === this.env.STRIPE_SECRET_KEY!.includes('_live_');
  }

  private get stripe(): Stripe {
    const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: url } = this.env;
    if (!this.client) {
      // Not imported, because the library is large and most installations do not need it.
      const Library: typeof Stripe = require('stripe');
      this.client = new Library(key!, { timeout: timeoutMs, telemetry: false, ...addressOf(url) });
    }
    return this.client;
  }
}

function addressOf(url: string | undefined): Stripe.StripeConfig {
  if (url === undefined) return {};
  const { protocol, hostname: host, port } = new URL(url);
  return { host, protocol: protocol === 'http:' ? 'http' : 'https', ...(port !== '' && { port }) };
}
