import { randomUUID } from 'node:crypto';
import { type Browser, DashboardWorld, type OwnerOfAccount, type Person } from './dashboard-world';

describe('a top-up above what one person may add a day', () => {
  let world: DashboardWorld;
  let [first, second, third]: (Browser & Person)[] = [];
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start({ STAFF_DAILY_TOP_UP_USD: '100' });
  });
  beforeEach(async () => {
    [first, second, third] = await Promise.all([1, 2, 3].map(() => world.supportBrowser()));
    owner = await world.ownerBrowser();
  });
  afterAll(() => world.stop());

  const topUp = (by: Browser, amount: string, more: object = {}) => {
    const body = { amount_usd: amount, note: 'Invoice 7', ...more };
    return by.post(`/support/accounts/${owner.accountId}/top-ups`, body, { 'idempotency-key': randomUUID() });
  };
  const pend = async (amount = '150', more: object = {}): Promise<string> =>
    (await topUp(first!, amount, more)).json.pending_id;
  const decide = (by: Browser, id: string, body: object = { granted: true }) =>
    by.post(`/support/pending-top-ups/${id}/decision`, body, { 'idempotency-key': randomUUID() });
  const balance = async () => (await owner.get('/account')).json.balance_usd;

  it('is answered with 202 and adds nothing, while the rest of the day’s limit stays usable', async () => {
    expect((await topUp(first!, '60')).status).toBe(201);
    const { status, json } = await topUp(first!, '50');
    expect([status, json]).toEqual([202, { pending_id: expect.any(String) }]);
    expect((await topUp(first!, '40')).status).toBe(201);
    expect(await balance()).toBe('100.000000');
    const { items } = (await second!.get('/support/pending-top-ups?limit=100')).json;
    expect(items).toContainEqual(
      expect.objectContaining({ id: json.pending_id, amount_usd: '50.000000', asked_by: first!.email }),
    );
  });

  it('is credited once when two others approve it at the same moment, and never by the person who asked', async () => {
    const id = await pend();
    expect((await decide(first!, id)).json).toMatchObject({ status: 403, code: 'forbidden' });
    const answers = await Promise.all([decide(second!, id), decide(third!, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.json.detail).toMatch(/granted this top-up at \d\d:\d\d UTC/);
    expect(await balance()).toBe('150.000000');
  });

  it('adds nothing when it is declined, and stays declined', async () => {
    const id = await pend();
    expect((await decide(second!, id, { granted: false, note: 'Wrong account' })).json.state).toBe('declined');
    expect((await decide(third!, id)).status).toBe(409);
    expect(await balance()).toBe('0');
  });

  it('asks first when the account got the same amount in the last ten minutes', async () => {
    const one = await pend();
    expect((await topUp(first!, '150')).json.reason).toBe('repeat_confirmation_required');
    const other = await pend('150', { confirm_repeat: true });
    expect((await decide(second!, one)).status).toBe(200);
    const { status, json } = await decide(second!, other);
    expect([status, json.reason]).toEqual([422, 'repeat_confirmation_required']);
    expect(await balance()).toBe('150.000000');
    expect((await decide(second!, other, { granted: true, confirm_repeat: true })).status).toBe(200);
    expect(await balance()).toBe('300.000000');
  });

  it('asks once: what its sender was told about an earlier top-up is not asked of the person who decides', async () => {
    expect((await topUp(first!, '75')).status).toBe(201);
    const id = await pend('75', { confirm_repeat: true });
    expect((await decide(second!, id)).status).toBe(200);
    expect(await balance()).toBe('150.000000');
  });

  it('is refused, with who answered and how, when the request that it answers has been answered', async () => {
    const { top_up_request: request } = (await owner.post('/account/top-up-request', { amount_usd: '150' })).json;
    const answer = { answers_request: true, asked_at: request.asked_at };
    const id = await pend('150', answer);
    expect((await topUp(second!, '52', answer)).status).toBe(201);
    const { status, json } = await decide(third!, id);
    expect([status, json.detail]).toEqual([409, expect.stringContaining(`${second!.email} answered this request`)]);
    expect(json.detail).toContain(' with $52.00. ');
  });
});
