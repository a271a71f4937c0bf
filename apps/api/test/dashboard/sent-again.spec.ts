import { randomUUID } from 'node:crypto';
import { StripeStub } from '../../../../scripts/lib/stripe-stub.cjs';
import { runMs } from '../monitors/monitor-world';
import { declaredRoutes } from '../support/declared-routes';
import { until } from '../support/until';
import { codeOf } from './authenticator';
import { type Browser, DashboardWorld, type OwnerOfAccount, type Person } from './dashboard-world';
import { PasskeyDevice } from './passkey-device';

type Change = [operation: string, method: string, path: string, body?: object];

/** One request of each operation that takes an idempotency key. Words in capitals stand for ids and codes. */
const ofOwners: Change[] = [
  ['Keys.create', 'POST', '/keys', { name: 'Server' }],
  [
    'Monitors.create',
    'POST',
    '/monitors',
    {
      operation: 'users.by_id',
      parameters: { user_id: '1001' },
      every_minutes: 15,
      kind: 'changed',
      fields: ['pk'],
      key_id: 'KEY',
    },
  ],
  ['Monitors.run', 'POST', '/monitors/MONITOR/run', {}],
  ['Keys.requestRate', 'POST', '/keys/KEY/rate-request', { requests_per_second: 40, reason: 'Launch' }],
  ['Keys.rotate', 'POST', '/keys/KEY/rotate', { overlap_seconds: 60 }],
  ['ManagementTokens.create', 'POST', '/management-tokens', { name: 'Pipeline' }],
  ['Members.invite', 'POST', '/members', { email: 'MEMBER', role: 'viewer' }],
  ['Members.inviteAgain', 'POST', '/members/INVITED/invitation', {}],
  ['Account.requestTopUp', 'POST', '/account/top-up-request', { amount_usd: '20' }],
  ['Payments.create', 'POST', '/account/payments', { amount_usd: '20' }],
  ['Webhooks.create', 'POST', '/webhooks', { url: 'https://example.com/hook', events: ['key.expiring'] }],
  ['Webhooks.rotateSecret', 'POST', '/webhooks/ENDPOINT/rotate-secret', {}],
  ['Webhooks.test', 'POST', '/webhooks/ENDPOINT/test', {}],
  ['Webhooks.resend', 'POST', '/webhooks/deliveries/DELIVERY/resend', {}],
  ['Passkeys.add', 'POST', '/passkeys', { name: 'Laptop', credential: 'CREDENTIAL' }],
  ['SecondFactor.enrol', 'POST', '/second-factor', {}],
  ['SecondFactor.confirm', 'POST', '/second-factor/confirm', { code: 'CODE' }],
  ['SecondFactor.renewRecoveryCodes', 'POST', '/second-factor/recovery-codes', {}],
];
const ofSupport: Change[] = [
  ['Customers.create', 'POST', '/support/accounts', { name: 'New', owner_email: 'CUSTOMER' }],
  ['Customers.addNote', 'POST', '/support/accounts/ACCOUNT/notes', { text: 'Called' }],
  ['Customers.passwordLink', 'POST', '/support/users/OWNER/password-link', {}],
  ['Money.topUp', 'POST', '/support/accounts/ACCOUNT/top-ups', { amount_usd: '5', note: 'Invoice' }],
  ['Money.reverse', 'POST', '/support/entries/ENTRY/reversal', { note: 'Mistake' }],
  ['Money.decidePending', 'POST', '/support/pending-top-ups/PENDING/decision', { granted: true }],
  ['RateRequests.decide', 'POST', '/support/rate-requests/REQUEST/decision', { granted: true }],
];

/** Audit entries and deliveries of an operation, unless it is one. */
const entries: Record<string, number> = {
  'SecondFactor.enrol': 0,
  'Customers.create': 2,
  'Money.decidePending': 2,
  'Webhooks.resend': 2,
};

const takesKey = declaredRoutes('dashboard-openapi')
  .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
  .map(({ operationId }) => operationId);

describe('a change of the dashboard', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser & Person;
  const words: Record<string, string> = {};
  let stripe: StripeStub;
  beforeAll(async () => {
    stripe = await StripeStub.start();
    world = await DashboardWorld.start(stripe.variables);
    [owner, support] = [await world.ownerBrowser(), await world.supportBrowser()];
    const key = (await owner.post('/keys', { name: 'First' })).json.id;
    const invited = (await owner.post('/members', { email: `m-${randomUUID()}@example.com`, role: 'viewer' })).json;
    Object.assign(words, {
      KEY: key,
      INVITED: invited.member.id,
      ACCOUNT: `${owner.accountId}`,
      OWNER: `${owner.userId}`,
      MEMBER: `member-${randomUUID()}@example.com`,
      CUSTOMER: `customer-${randomUUID()}@example.com`,
      '"CREDENTIAL"': JSON.stringify(new PasskeyDevice().create((await owner.post('/passkeys/options')).json)),
      PENDING: await pendingTopUp(),
      ENTRY: await world.topUp(support, owner.accountId),
    });
  });
  afterAll(async () => {
    await world.stop();
    stripe.stop();
  });

  const pendingTopUp = async (): Promise<string> => {
    const [{ id }] = await world.dataSource.query(
      `INSERT INTO pending_top_ups (account_id, amount_micros, note, idempotency_key, asked_by_id, asked_by)
       VALUES ($1, 7000000, 'Invoice', $2, 0, 'colleague@example.com') RETURNING id`,
      [owner.accountId, randomUUID()],
    );
    return id;
  };
  const ended = async (delivery: string): Promise<string> => {
    await world.dataSource.query('UPDATE webhook_deliveries SET next_attempt_at = NULL WHERE id = $1', [delivery]);
    return delivery;
  };
  /** A monitor whose first run is over, so that another can be asked for. */
  const scheduled = async (monitor: string): Promise<string> => {
    const isOver = async () => (await owner.get(`/monitors/${monitor}`)).json.last_run?.ended_at;
    await until('the first run is over', isOver, runMs);
    return monitor;
  };
  const fill = (text: string) => text.replace(/"CREDENTIAL"|[A-Z]{3,}/g, (word) => words[word] ?? word);
  const send = (browser: Browser, [, method, path, body]: Change, key: string) =>
    browser.send(method, fill(path), { body: fill(JSON.stringify(body)), headers: { 'idempotency-key': key } });
  const createKey = (name: string, key: string, browser: Browser = owner) =>
    send(browser, ['', 'POST', '/keys', { name }], key);
  const keysNamed = async (wanted: string): Promise<object[]> =>
    (await owner.get('/keys')).json.items.filter(({ name }: { name: string }) => name === wanted);
  const outcomeOf = async (key: string, browser: Browser = owner) => (await browser.get(`/answers/${key}`)).json;
  const settledOutcomeOf = async (key: string) => (await owner.get(`/answers/${key}?settle=true`)).json;
  /** Every change leaves an audit entry or a webhook delivery. */
  const changesSeen = async (): Promise<number> => {
    const [{ seen }] = await world.dataSource.query(
      'SELECT ((SELECT count(*) FROM audit_log) + (SELECT count(*) FROM webhook_deliveries))::int AS seen',
    );
    return seen;
  };

  it('takes an idempotency key wherever it creates, credits, rotates or issues a secret', () => {
    expect([...ofOwners, ...ofSupport].map(([operation]) => operation).sort()).toEqual(takesKey.sort());
  });

  it.each([...ofOwners, ...ofSupport])(
    'is made once, however often it is sent, and gets the first answer: %s',
    async (...change) => {
      const browser = ofSupport.some(([operation]) => operation === change[0]) ? support : owner;
      const key = randomUUID();
      const before = await changesSeen();
      const first = await send(browser, change, key);
      expect(first.status).toBeLessThan(300);
      const [operation] = change;
      if (operation === 'Keys.requestRate') words.REQUEST = first.json.id;
      if (operation === 'Monitors.create') words.MONITOR = await scheduled(first.json.id);
      if (operation === 'Webhooks.create') words.ENDPOINT = first.json.id;
      if (operation === 'Webhooks.test') words.DELIVERY = await ended(first.json.id);
      if (operation === 'SecondFactor.enrol') words.CODE = codeOf(first.json.secret);
      const again = await Promise.all([1, 2, 3].map(() => send(browser, change, key)));
      for (const { status, text } of again)
        expect({ status, text }).toEqual({ status: first.status, text: first.text });
      expect(await changesSeen()).toBe(before + (entries[operation] ?? 1));
      const answer = first.text === '' ? null : first.json;
      expect(await outcomeOf(key, browser)).toEqual({ state: 'done', answer });
    },
  );

  it('is made once when all copies arrive at the same moment', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => createKey('At once', key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await keysNamed('At once')).toHaveLength(1);
  });

  it('is refused when its key belongs to another request, and says that the first one was performed', async () => {
    const key = randomUUID();
    await createKey('One', key);
    const { status, json } = await createKey('Two', key);
    expect([status, json.code]).toEqual([409, 'conflict']);
    expect(json.detail).toContain('was performed');
  });

  it('that failed is not remembered, so that the corrected request may use its key', async () => {
    const key = randomUUID();
    expect((await createKey('', key)).status).toBe(422);
    expect((await send(owner, ['', 'POST', '/keys/999999999/rotate', { overlap_seconds: 0 }], key)).status).toBe(404);
    expect((await createKey('Corrected', key)).status).toBe(201);
  });

  it('never happens after somebody was told that it did not, so that a late request cannot make it', async () => {
    const key = randomUUID();
    expect(await settledOutcomeOf(key)).toEqual({ state: 'unknown' });
    const { status, json } = await createKey('Late', key);
    expect([status, json.detail]).toEqual([409, expect.stringContaining('Send it again with a new Idempotency-Key')]);
    await owner.send('DELETE', `/answers/${key}`);
    expect(await outcomeOf(key)).toEqual({ state: 'unknown' });
    expect(await keysNamed('Late')).toHaveLength(0);
  });

  it('may still happen after its outcome was only asked for, by the name that its header has', async () => {
    const key = randomUUID();
    expect(await outcomeOf(key)).toEqual({ state: 'unknown' });
    const { status, json } = await createKey('Asked for', `"${key}"`);
    expect(status).toBe(201);
    for (const name of [key, encodeURIComponent(`"${key}"`)])
      expect(await outcomeOf(name)).toEqual({ state: 'done', answer: json });
    expect(await outcomeOf('short')).toMatchObject({ status: 422, errors: [{ parameter: 'idempotency_key' }] });
  });

  it('agrees with what its sender is told when the question and the request arrive at the same moment', async () => {
    const races = [0, 1, 2, 3, 4, 5].map(async (index) => {
      const key = randomUUID();
      const asked = index % 2 === 0 ? settledOutcomeOf(key) : undefined;
      const [made, told] = await Promise.all([createKey('Raced', key), asked ?? settledOutcomeOf(key)]);
      const isDone = told.state === 'done';
      expect([told.state, made.status]).toEqual(isDone ? ['done', 201] : ['unknown', 409]);
      return isDone;
    });
    const done = (await Promise.all(races)).filter(Boolean);
    expect(await keysNamed('Raced')).toHaveLength(done.length);
  });

  it('belongs to its user: nobody else gets its answer, or is kept from using the same key', async () => {
    const key = randomUUID();
    const colleague = await world.memberBrowser(owner.accountId, 'owner');
    const mine = await createKey('Mine', key);
    const theirs = await createKey('Mine', key, colleague);
    expect([theirs.status, theirs.json.id]).toEqual([201, expect.any(String)]);
    expect(theirs.json.id).not.toBe(mine.json.id);
    expect(await outcomeOf(key, await world.memberBrowser(owner.accountId, 'owner'))).toEqual({ state: 'unknown' });
    await colleague.send('DELETE', `/answers/${key}`);
    expect(await outcomeOf(key)).toMatchObject({ state: 'done', answer: { id: mine.json.id } });
  });

  it('does not show its answer again to a user whose role has changed, and is not made again', async () => {
    const key = randomUUID();
    const colleague = await world.memberBrowser(owner.accountId, 'owner');
    await createKey('Before', key, colleague);
    await owner.send('PATCH', `/members/${colleague.userId}`, { body: { role: 'developer' } });
    const { status, json } = await createKey('Before', key, colleague);
    expect([status, json.detail]).toEqual([409, expect.stringContaining('role changed')]);
    expect(await outcomeOf(key, colleague)).toEqual({ state: 'done' });
  });

  it('forgets its answer once it is acknowledged, but not that it was made', async () => {
    const key = randomUUID();
    await createKey('Arrived', key);
    expect((await owner.send('DELETE', `/answers/${key}`)).status).toBe(204);
    expect(await outcomeOf(key)).toEqual({ state: 'done' });
    expect((await createKey('Arrived', key)).status).toBe(409);
  });

  it('is remembered for ten minutes', async () => {
    const key = randomUUID();
    const first = (await createKey('Old', key)).json;
    await world.dataSource.query(`UPDATE change_answers SET created_at = now() - interval '11 minutes'`);
    expect((await createKey('Old', key)).json.id).not.toBe(first.id);
  });

  it('leaves neither its idempotency key nor its secret in the database', async () => {
    const key = randomUUID();
    const { json } = await createKey('Secret', key);
    for (const secret of [key, json.key]) expect(await world.rowsWith('change_answers', secret)).toEqual([]);
  });

  it('gets its answer later when the process died between commit and response', async () => {
    const key = randomUUID();
    const invite: Change = ['', 'POST', '/members', { email: `killed-${randomUUID()}@example.com`, role: 'viewer' }];
    await world.dataSource.query(`CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
      CREATE TRIGGER stop_here BEFORE UPDATE ON change_answers FOR EACH ROW WHEN (NEW.is_final) EXECUTE FUNCTION stop_here()`);
    expect((await send(owner, invite, key)).status).toBe(500);
    await world.dataSource.query('DROP FUNCTION stop_here CASCADE');
    expect(await outcomeOf(key)).toEqual({ state: 'done' });
    const { status, json } = await send(owner, invite, key);
    expect([status, json.invitation_url]).toEqual([201, expect.stringContaining('/dashboard/welcome#')]);
  });

  it('is refused with a key that can be guessed', async () => {
    const { status, json } = await createKey('Short', 'short');
    expect([status, json.errors[0].parameter]).toEqual([422, 'Idempotency-Key']);
  });
});
