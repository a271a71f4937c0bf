const { createServer } = require('node:http');
const Stripe = require('stripe');

const key = 'sk_test_stub';
const secret = 'whsec_stub';

/** Stripe for tests, as far as Loupe uses it: five calls over HTTP, the hosted page, and signed messages. */
exports.StripeStub = class StripeStub {
  sessions = new Map();
  events = [];
  /** While true, each call gets a 500. */
  isDown = false;
  /** Called with each new event, such as to deliver its message. */
  onEvent = async (_event) => undefined;
  baseUrl = '';
  #byKey = new Map();
  #signer = new Stripe(key);
  #count = 0;
  #server = createServer((request, response) => void this.#serve(request, response));

  /** @param {number} port 0: any free port */
  static async start(port = 0) {
    const stub = new StripeStub();
    await new Promise((resolve) => stub.#server.listen(port, '127.0.0.1', () => resolve(undefined)));
    stub.baseUrl = `http://127.0.0.1:${stub.#server.address().port}`;
    return stub;
  }

  /** The variables of an API that uses a stub at this address. */
  static variablesOf(url) {
    return { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: url };
  }

  get variables() {
    return StripeStub.variablesOf(this.baseUrl);
  }

  stop() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  sessionOf(paymentId) {
    return [...this.sessions.values()].find(({ client_reference_id }) => client_reference_id === paymentId);
  }

  receiptOf(intentId) {
    return `${this.baseUrl}/receipts/${intentId}`;
  }

  /** @param isLate the bank confirms later, so the session is complete but not paid */
  pay(paymentId, isLate = false) {
    const session = this.sessionOf(paymentId);
    Object.assign(session, {
      status: 'complete',
      payment_status: isLate ? 'unpaid' : 'paid',
      payment_intent: `pi_${session.id}`,
    });
    return this.#emit('checkout.session.completed', session);
  }

  confirm(paymentId, isPaid) {
    const session = this.sessionOf(paymentId);
    if (isPaid) session.payment_status = 'paid';
    return this.#emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
  }

  expire(paymentId) {
    const session = this.sessionOf(paymentId);
    session.status = 'expired';
    return this.#emit('checkout.session.expired', session);
  }

  /** Refunds some of a payment. @returns the event, whose object {@link failRefund} takes */
  refund(paymentId, amount) {
    const { payment_intent, currency } = this.sessionOf(paymentId);
    const id = `re_${++this.#count}`;
    return this.#emit('refund.created', { id, object: 'refund', status: 'pending', amount, currency, payment_intent });
  }

  /** The bank sends a refund back. */
  failRefund({ data }) {
    return this.#emit('refund.failed', { ...data.object, status: 'failed' });
  }

  dispute(paymentId, status, cents) {
    const { payment_intent, currency } = this.sessionOf(paymentId);
    const type = /won|lost/.test(status) ? 'closed' : 'created';
    const dispute = { id: `dp_${paymentId}`, object: 'dispute', status, amount: cents, currency, payment_intent };
    return this.#emit(`charge.dispute.${type}`, dispute);
  }

  /** Sends a message to an API. */
  deliver(baseUrl, event, { signedWith = secret, ageSeconds = 0 } = {}) {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
    const signature = this.#signer.webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp });
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    return fetch(`${baseUrl}/payments/stripe`, { method: 'POST', headers, body: payload });
  }

  #emit(type, object) {
    const created = Math.floor(Date.now() / 1_000);
    const id = `evt_${++this.#count}`;
    const event = { id, object: 'event', type, created, livemode: false, data: { object: { ...object } } };
    this.events.push(event);
    return event;
  }

  async #serve(request, response) {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url, this.baseUrl);
    if (pathname.startsWith('/pay/')) return this.#servePage(pathname.slice(5), searchParams.get('do'), response);
    const answer = this.isDown ? undefined : this.#answerTo(request, pathname, new URLSearchParams(body));
    response.writeHead(answer ? (answer.error ? 400 : 200) : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { type: 'api_error', message: 'The stub is down.' } }));
  }

  #answerTo({ method, headers }, path, form) {
    const [, , kind, id] = path.replace('/checkout/sessions', '/sessions').split('/');
    if (path.endsWith('/expire')) {
      const session = this.sessions.get(id);
      if (session.status !== 'open') return { error: { type: 'invalid_request_error', message: 'It is not open.' } };
      return this.expire(session.client_reference_id).data.object;
    }
    if (kind === 'sessions' && method === 'POST') return this.#createSession(headers['idempotency-key'], form);
    if (kind === 'sessions') return this.sessions.get(id);
    if (kind === 'events')
      return { object: 'list', url: '/v1/events', has_more: false, data: this.events.toReversed() };
    const metadata = this.sessions.get(id.slice('pi_'.length))?.metadata;
    return (
      metadata && {
        id,
        object: 'payment_intent',
        metadata,
        latest_charge: { id: 'ch_1', receipt_url: this.receiptOf(id) },
      }
    );
  }

  #createSession(idempotencyKey, form) {
    const known = this.#byKey.get(idempotencyKey);
    if (known) return known;
    const id = `cs_test_${++this.#count}`;
    const metadata = (of) => ({
      payment_id: form.get(`${of}[payment_id]`),
      account_id: form.get(`${of}[account_id]`),
    });
    const session = {
      id,
      object: 'checkout.session',
      client_reference_id: form.get('client_reference_id'),
      metadata: { ...metadata('metadata'), ...metadata('payment_intent_data[metadata]') },
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: form.get('success_url'),
      cancel_url: form.get('cancel_url'),
      remark: form.get('custom_text[submit][message]'),
      url: `${this.baseUrl}/pay/${id}`,
    };
    this.#byKey.set(idempotencyKey, session);
    this.sessions.set(id, session);
    return session;
  }

  async #servePage(id, what, response) {
    const { client_reference_id: paymentId, success_url, cancel_url, amount_total, remark } = this.sessions.get(id);
    if (what !== null) {
      await this.onEvent(this.pay(paymentId, what === 'later'));
      response.writeHead(303, { location: success_url }).end();
      return;
    }
    const links = `<a href="?do=pay">Pay</a> <a href="?do=later">Pay by bank</a> <a href="${cancel_url}">Back</a>`;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<h1>Pay $${amount_total / 100}</h1><p>${remark ?? ''}</p>${links}`);
  }
};
