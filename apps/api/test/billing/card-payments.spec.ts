import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { StripeStub } from '../../../../scripts/lib/stripe-stub.cjs';
import { PaymentMessages } from '../../src/core/billing/payments/payment-messages';
import { describeDifferences, reconcile } from '../../src/core/billing/reconcile/reconcile';
import { clock } from '../../src/platform/clock';
import { LOGGER } from '../../src/platform/observability/logger';
import { Metrics } from '../../src/platform/observability/metrics';
import { type Browser, DashboardWorld, type OwnerOfAccount } from '../dashboard/dashboard-world';
import { noteLogLines } from '../support/log-lines';

type StubEvent = StripeStub['events'][number];

describe('card payments', () => {
  let stub: StripeStub;
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    stub = await StripeStub.start();
    world = await DashboardWorld.start(stub.variables);
  });
  beforeEach(async () => {
    stub.isDown = false;
    owner = await world.ownerBrowser();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    expect(describeDifferences(await reconcile(world.dataSource))).toBe('0 differences');
    await world.stop();
    stub.stop();
  });

  const begin = (amount_usd: unknown, key: string = randomUUID()) =>
    owner.post('/account/payments', { amount_usd }, { 'idempotency-key': key });
  const deliver = async (event: StubEvent, options?: { signedWith?: string; ageSeconds?: number }) =>
    (await stub.deliver(world.api.baseUrl, event, options)).status;
  const paymentOf = async (id: string) => (await owner.get(`/account/payments/${id}`)).json;
  const account = async () => (await owner.get('/account')).json;
  const auditOf = async (action: string) =>
    world.dataSource.query('SELECT detail FROM audit_log WHERE action = $1 AND account_id = $2', [
      action,
      owner.accountId,
    ]);

  /** A payment that has been credited. */
  async function paid(amount: string): Promise<string> {
    const { id } = (await begin(amount)).json;
    expect(await deliver(stub.pay(id))).toBe(200);
    return id;
  }

  const spend = async (micros: number) => {
    await world.dataSource.query('UPDATE accounts SET balance_micros = balance_micros - $2 WHERE id = $1', [
      owner.accountId,
      micros,
    ]);
    await world.dataSource.query(
      `INSERT INTO transfers (account_id, house_account_id, amount_micros, balance_after_micros, kind)
       SELECT id, 3, -$2::bigint, balance_micros, 'adjustment' FROM accounts WHERE id = $1`,
      [owner.accountId, micros],
    );
  };

  it('credit an account when Stripe says so, name the payment in ledger and statement, and link the receipt', async () => {
    expect(await account()).toMatchObject({ card_payments: { min_usd: '5.000000', max_usd: '2000.000000' } });
    const { status, json } = await begin('25');
    expect(status).toBe(201);
    const session = stub.sessionOf(json.id);
    expect(json).toEqual({ id: json.id, checkout_url: session.url });
    expect(session).toMatchObject({ amount_total: 2_500, currency: 'usd', remark: null });
    expect((await paymentOf(json.id)).state).toBe('open');
    expect(await deliver(stub.pay(json.id))).toBe(200);
    expect(await account()).toMatchObject({ balance_usd: '25.000000', debt_usd: '0' });
    const receipt_url = stub.receiptOf(session.payment_intent!);
    expect(await paymentOf(json.id)).toMatchObject({ state: 'paid', receipt_url, checkout_url: null });
    const entry = { kind: 'top_up', payment_id: json.id, receipt_url, note: `Card payment ${json.id}` };
    expect((await owner.get('/ledger')).json.items).toMatchObject([entry]);
    expect((await owner.get('/ledger/statement')).json.entries).toMatchObject([entry]);
    expect((await owner.get('/account/payments')).json.items).toMatchObject([{ id: json.id }]);
    const support = await world.supportBrowser();
    const ofCustomer = await support.get(`/support/accounts/${owner.accountId}/payments`);
    expect(ofCustomer.json.items).toMatchObject([{ id: json.id, state: 'paid' }]);
  });

  it('open the same page when a request is sent again, even after Stripe has failed', async () => {
    const key = randomUUID();
    stub.isDown = true;
    expect(await begin('25', key)).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
    stub.isDown = false;
    const [first, second] = [await begin('25', key), await begin('25', key)];
    expect(first).toMatchObject({ status: 201 });
    expect(second.json).toEqual(first.json);
    expect((await owner.get('/account/payments')).json.items).toHaveLength(1);
  });

  it.each(['4.99', '2000.01', '5.001', '-5', 'much', undefined])('are refused for the amount %p', async (amount) => {
    const { status, json } = await begin(amount);
    expect(status).toBe(422);
    expect(json.errors).toMatchObject([{ in: 'body', parameter: 'amount_usd' }]);
  });

  it('are refused to developers and to other accounts', async () => {
    const id = await paid('5');
    const developer = await world.memberBrowser(owner.accountId, 'developer');
    const stranger = await world.ownerBrowser();
    expect((await developer.post('/account/payments', { amount_usd: '5' })).status).toBe(403);
    expect((await developer.get('/account/payments')).status).toBe(403);
    for (const path of ['/ledger', '/ledger/statement']) {
      const { items, entries } = (await developer.get(path)).json;
      expect(items ?? entries).toMatchObject([{ payment_id: id, receipt_url: null }]);
    }
    expect((await stranger.get(`/account/payments/${id}`)).status).toBe(404);
  });

  it('are limited to five payments a day, however many are begun at once, and each refusal is audited', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin('5')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    expect(await auditOf('payment.refuse')).toHaveLength(3);
    await deliver(stub.expire(answers.find(({ status }) => status === 201)!.json.id));
    expect((await begin('5')).status).toBe(201);
  });

  it('are limited to $5,000 a day', async () => {
    expect([(await begin('2000')).status, (await begin('2000')).status]).toEqual([201, 201]);
    expect((await begin('1000.01')).status).toBe(409);
    expect((await begin('1000')).status).toBe(201);
  });

  it('that the bank confirms later are pending, and credited or failed in the end', async () => {
    const [good, bad] = [(await begin('10')).json.id, (await begin('20')).json.id];
    for (const id of [good, bad]) expect(await deliver(stub.pay(id, true))).toBe(200);
    expect([(await paymentOf(good)).state, (await paymentOf(bad)).state]).toEqual(['pending', 'pending']);
    expect((await account()).balance_usd).toBe('0');
    await deliver(stub.confirm(good, true));
    await deliver(stub.confirm(bad, false));
    expect([(await paymentOf(good)).state, (await paymentOf(bad)).state]).toEqual(['paid', 'failed']);
    expect((await account()).balance_usd).toBe('10.000000');
    expect(await auditOf('payment.event')).toContainEqual({ detail: { event: 'failed', amount_usd: '20.000000' } });
  });

  it('show what Stripe knows before its message arrives', async () => {
    const { id } = (await begin('10')).json;
    const event = stub.pay(id);
    expect((await paymentOf(id)).state).toBe('paid');
    expect(await deliver(event)).toBe(200);
    expect((await account()).balance_usd).toBe('10.000000');
  });

  it('whose message never came are found by the sweep', async () => {
    const { id } = (await begin('10')).json;
    stub.pay(id);
    stub.refund(id, 250);
    await world.api.app.get(PaymentMessages).sweep();
    expect(await account()).toMatchObject({ balance_usd: '7.500000' });
    expect(await paymentOf(id)).toMatchObject({ state: 'partly_refunded', refunded_usd: '2.500000' });
  });

  it.each<[string, (event: StubEvent) => StubEvent, { signedWith?: string; ageSeconds?: number }]>([
    ['a wrong signature', (event) => event, { signedWith: 'whsec_other' }],
    ['an old timestamp', (event) => event, { ageSeconds: 301 }],
    ['another mode', (event) => ({ ...event, livemode: true }), {}],
    ['another account of Stripe', (event) => ({ ...event, account: 'acct_other' }), {}],
    ['another account', (event) => withObject(event, { metadata: { account_id: '1' } }), {}],
    ['another session', (event) => withObject(event, { id: 'cs_other' }), {}],
    ['another amount', (event) => withObject(event, { amount_total: 99_999 }), {}],
    ['another currency', (event) => withObject(event, { currency: 'eur' }), {}],
  ])('are not credited by a message with %s, which is counted', async (_, change, options) => {
    const { id } = (await begin('10')).json;
    const session = stub.sessionOf(id);
    const event = change({ ...stub.pay(id), id: `evt_${id}` });
    // The payment's page must not find what the message was refused for.
    session.status = 'open';
    const before = await failures();
    expect(await deliver(event, options)).toBeGreaterThanOrEqual(400);
    expect((await account()).balance_usd).toBe('0');
    expect(await failures()).toBe(before + 1);
    if (Object.keys(options).length === 0) {
      const [{ count }] = await world.dataSource.query(
        `SELECT count(*)::int FROM audit_log WHERE action = 'payment.reject' AND target_id = $1`,
        [event.id],
      );
      expect(count).toBe(1);
    }
    stub.events.pop();
  });

  async function failures(): Promise<number> {
    const text = await world.api.app.get(Metrics).registry.getSingleMetricAsString('loupe_payment_messages_total');
    return [...text.matchAll(/outcome="(?:rejected|unsigned)"\} (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  }

  it('ignore messages about what else is sold with the same Stripe account', async () => {
    const { id } = (await begin('5')).json;
    const event = withObject(stub.pay(id), { client_reference_id: 'an invoice' });
    expect(await deliver(event)).toBe(200);
    stub.sessionOf(id).status = 'open';
    expect((await paymentOf(id)).state).toBe('open');
    stub.events.pop();
  });

  it('are taken back when Stripe refunds them, in part and in full, once', async () => {
    const id = await paid('50');
    const [part, rest] = [stub.refund(id, 2_000), stub.refund(id, 3_000)];
    for (const event of [rest, part, rest]) expect(await deliver(event)).toBe(200);
    expect(await account()).toMatchObject({ balance_usd: '0', debt_usd: '0', status: 'active' });
    expect(await paymentOf(id)).toMatchObject({ state: 'refunded', refunded_usd: '50.000000' });
    const refunds = (await owner.get('/ledger?kind=refund')).json.items;
    expect(refunds.map(({ amount_usd }: { amount_usd: string }) => amount_usd)).toEqual(['-20.000000', '-30.000000']);
  });

  it('are credited again when a refund fails at the bank, and taken back when it is made again', async () => {
    const id = await paid('50');
    const first = stub.refund(id, 5_000);
    const failed = stub.failRefund(first);
    for (const event of [failed, first, failed]) expect(await deliver(event)).toBe(200);
    expect(await paymentOf(id)).toMatchObject({ state: 'paid', refunded_usd: '0' });
    expect((await account()).balance_usd).toBe('50.000000');
    const again = stub.refund(id, 5_000);
    for (const event of [again, first, again, failed]) expect(await deliver(event)).toBe(200);
    expect(await paymentOf(id)).toMatchObject({ state: 'refunded', refunded_usd: '50.000000' });
    expect(await account()).toMatchObject({ balance_usd: '0', debt_usd: '0' });
  });

  it('that are disputed after they were spent stop the account, and a won dispute restores it once', async () => {
    const id = await paid('50');
    await spend(40_000_000);
    const opened = stub.dispute(id, 'needs_response', 5_000);
    await deliver(opened);
    expect(await account()).toMatchObject({ balance_usd: '0', debt_usd: '40.000000', status: 'suspended' });
    expect((await begin('50')).json.code).toBe('account_suspended');
    for (const event of [stub.dispute(id, 'won', 5_000), opened]) await deliver(event);
    await deliver(stub.events.at(-1)!);
    expect(await account()).toMatchObject({ balance_usd: '10.000000', debt_usd: '0', status: 'active' });
  });

  it('take back nothing for an inquiry, and never more than was paid', async () => {
    const id = await paid('50');
    await deliver(stub.dispute(id, 'warning_needs_response', 5_000));
    expect(await account()).toMatchObject({ balance_usd: '50.000000' });
    await deliver(stub.refund(id, 3_000));
    await deliver(stub.dispute(id, 'needs_response', 5_000));
    await deliver(stub.dispute(id, 'lost', 5_000));
    expect(await account()).toMatchObject({ balance_usd: '0', debt_usd: '0' });
  });

  it.each([
    ['a larger amount', { amount: 5_080 }],
    ['another currency', { amount: 4_600, currency: 'eur' }],
  ])('are taken back as a whole when the bank disputes %s', async (_, disputed) => {
    const id = await paid('50');
    expect(await deliver(withObject(stub.dispute(id, 'needs_response', 5_000), disputed))).toBe(200);
    expect(await account()).toMatchObject({ balance_usd: '0', debt_usd: '0' });
    stub.events.pop();
  });

  it('resume no account that support keeps stopped, although they pay its debt', async () => {
    const id = await paid('50');
    const { id: other } = (await begin('60')).json;
    await deliver(stub.pay(other, true));
    await spend(50_000_000);
    await deliver(stub.dispute(id, 'needs_response', 5_000));
    const support = await world.supportBrowser();
    const suspend = () => support.post(`/support/accounts/${owner.accountId}/suspend`);
    expect([(await suspend()).status, (await suspend()).status]).toEqual([200, 409]);
    await deliver(stub.confirm(other, true));
    expect(await account()).toMatchObject({ debt_usd: '0', balance_usd: '10.000000', status: 'suspended' });
  });

  it('cannot be made on a page that was opened before the account was stopped for its debt, also when Stripe failed first', async () => {
    const id = await paid('50');
    const { id: other } = (await begin('60')).json;
    await spend(50_000_000);
    const refund = stub.refund(id, 5_000);
    stub.isDown = true;
    expect(await deliver(refund)).toBe(500);
    stub.isDown = false;
    expect(await account()).toMatchObject({ debt_usd: '50.000000', status: 'suspended' });
    expect(await deliver(refund)).toBe(200);
    expect(stub.sessionOf(other).status).toBe('expired');
    expect((await paymentOf(other)).state).toBe('expired');
  });

  it('answer the owner’s request for a top-up only if they cover it after the debt is paid', async () => {
    const request = async () => (await account()).top_up_request;
    expect((await owner.post('/account/top-up-request', { amount_usd: '25', note: 'Please' })).status).toBe(201);
    const { asked_at } = await request();
    await paid('10');
    expect(await request()).not.toBeNull();
    await paid('25');
    expect(await request()).toBeNull();
    const support = await world.supportBrowser();
    const topUp = { amount_usd: '25', note: 'Asked', answers_request: true, asked_at, confirm_repeat: true };
    const path = `/support/accounts/${owner.accountId}/top-ups`;
    const { status, json } = await support.post(path, topUp, { 'idempotency-key': randomUUID() });
    expect(status).toBe(409);
    expect(json.detail).toMatch(/^stripe answered this request at .* with \$25\.00/);
  });

  it('of an erased account are recorded and not credited, and the daily check reports them until they are refunded', async () => {
    const { id } = (await begin('10')).json;
    await world.dataSource.query(`UPDATE account_profiles SET status = 'erased' WHERE id = $1`, [owner.accountId]);
    await world.dataSource.query(`UPDATE ledger.accounts SET status = 'suspended' WHERE account_id = $1`, [
      owner.accountId,
    ]);
    expect(await deliver(stub.pay(id))).toBe(200);
    const stored = `SELECT state, receipt_url FROM payment_states WHERE id = $1`;
    expect(await world.dataSource.query(stored, [id])).toEqual([{ state: 'paid', receipt_url: null }]);
    expect(describeDifferences(await reconcile(world.dataSource))).toMatch(/^payments: .*\n1 difference/);
    expect(await deliver(stub.refund(id, 1_000))).toBe(200);
  });

  it('are found by the sweep although a message that came later cannot be applied', async () => {
    const { id } = (await begin('10')).json;
    stub.pay(id);
    const unknown = withObject(stub.refund(id, 100), { payment_intent: 'pi_unknown' });
    stub.events.splice(-1, 1, unknown);
    await world.api.app.get(PaymentMessages).sweep();
    expect((await account()).balance_usd).toBe('10.000000');
    stub.events.pop();
  });

  it('pay the debt first once support has resumed the account, and Checkout says so; top-ups by support do not', async () => {
    const id = await paid('50');
    await spend(50_000_000);
    await deliver(stub.refund(id, 3_000));
    expect(await account()).toMatchObject({ debt_usd: '30.000000', status: 'suspended' });
    const support = await world.supportBrowser();
    expect((await support.post(`/support/accounts/${owner.accountId}/resume`)).status).toBe(200);
    await world.topUp(support, owner.accountId, '1');
    expect(await account()).toMatchObject({ debt_usd: '30.000000', balance_usd: '1.000000', status: 'active' });
    const second = (await begin('100')).json.id;
    expect(stub.sessionOf(second).remark).toMatch(/^\$30\.000000 of this payment pays what the account owes/);
    await deliver(stub.pay(second));
    expect(await account()).toMatchObject({ debt_usd: '0', balance_usd: '71.000000' });
  });

  it('cannot be reversed by hand, but support can make the balance pay a debt', async () => {
    const id = await paid('50');
    const support = await world.supportBrowser();
    const [{ id: credit }] = (await owner.get('/ledger')).json.items;
    expect((await support.post(`/support/entries/${credit}/reversal`)).status).toBe(409);
    await spend(50_000_000);
    await deliver(stub.refund(id, 5_000));
    await world.topUp(support, owner.accountId, '60');
    const [{ id: debt }] = (await owner.get('/ledger?kind=debt')).json.items;
    expect((await support.post(`/support/entries/${debt}/reversal`)).status).toBe(201);
    expect(await account()).toMatchObject({ debt_usd: '0', balance_usd: '10.000000', status: 'active' });
    expect((await support.post(`/support/entries/${debt}/reversal`)).status).toBe(409);
  });

  it('whose debt was paid in part can be forgiven, which pays what is left', async () => {
    const id = await paid('50');
    await spend(50_000_000);
    await deliver(stub.refund(id, 5_000));
    const support = await world.supportBrowser();
    await support.post(`/support/accounts/${owner.accountId}/resume`);
    await paid('30');
    await world.topUp(support, owner.accountId, '21');
    expect(await account()).toMatchObject({ debt_usd: '20.000000', balance_usd: '21.000000' });
    const debts = (await owner.get('/ledger?kind=debt')).json.items;
    const { id: debt } = debts.find(({ amount_usd }: { amount_usd: string }) => amount_usd === '50.000000');
    const forgive = () => support.post(`/support/entries/${debt}/reversal`);
    const statuses = await Promise.all([forgive(), forgive()]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await account()).toMatchObject({ debt_usd: '0', balance_usd: '1.000000', status: 'active' });
  });

  it('are told again by Stripe when a message could not be applied', async () => {
    const id = await paid('50');
    const event = stub.refund(id, 5_000);
    await world.dataSource.query('UPDATE payments SET intent_id = NULL WHERE id = $1', [id]);
    stub.isDown = true;
    expect(await deliver(event)).toBe(500);
    stub.isDown = false;
    expect(await deliver(event)).toBe(200);
    expect((await paymentOf(id)).state).toBe('refunded');
  });

  // Last, because it sets the clock of the rate ahead.
  it('log messages that are not signed once a minute, and refuse more than fifty a second of one address', async () => {
    const lines: string[] = [];
    const log = world.api.app.get<Logger>(LOGGER);
    log.level = 'warn';
    noteLogLines(world.api, ({ msg }) => lines.push(msg));
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 60_000);
    const send = () => fetch(`${world.api.baseUrl}/payments/stripe`, { method: 'POST', body: '{}' });
    const statuses: number[] = [];
    for (let sent = 0; sent < 51; sent++) statuses.push((await send()).status);
    log.level = 'silent';
    expect(statuses).toEqual([...Array(50).fill(400), 429]);
    expect(lines.filter((line) => line.includes('wrong signature'))).toHaveLength(1);
  });
});

describe('an installation without card payments', () => {
  it('has no route for messages, refuses payments, and shows no limits', async () => {
    const world = await DashboardWorld.start();
    const owner = await world.ownerBrowser();
    const message = await fetch(`${world.api.baseUrl}/payments/stripe`, { method: 'POST', body: '{}' });
    expect(message.status).toBe(404);
    expect((await owner.post('/account/payments', { amount_usd: '5' })).status).toBe(404);
    expect((await owner.get('/account')).json.card_payments).toBeNull();
    await world.stop();
  });
});

const withObject = (event: StubEvent, members: object): StubEvent => ({
  ...event,
  data: { object: { ...event.data.object, ...members } },
});
