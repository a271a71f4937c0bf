import { UsageLog } from '../../src/core/usage/usage-log';
import { beginWithinOneHour, hourHookTimeoutMs } from '../support/hours';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('the pages of an account', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser;
  let key: { id: string; key: string };
  const requestIds: string[] = [];

  beforeAll(async () => {
    await beginWithinOneHour();
    world = await DashboardWorld.start();
    [owner, support] = await Promise.all([world.ownerBrowser(), world.supportBrowser()]);
    await world.topUp(support, owner.accountId, '10');
    key = (await owner.post('/keys', { name: '=Formula' })).json;
    for (const path of ['/users/1001', '/users/1001', '/users/Ann%20B', '/users/1005', '/resolve/media?pk=1']) {
      const { headers } = await world.api.get(path, key.key);
      requestIds.push(headers.get('x-request-id')!);
    }
    await world.api.app.get(UsageLog, { strict: false }).flush();
  }, hourHookTimeoutMs);
  afterAll(() => world.stop());

  const both = async (path: string) => {
    const [own, supported] = await Promise.all([
      owner.get(path),
      support.get(`/support/accounts/${owner.accountId}${path}`),
    ]);
    expect(supported).toMatchObject({ status: own.status, text: own.text });
    return own;
  };

  it('show in the overview the period’s totals per day, operation and key, with errors by code', async () => {
    const { json } = await both('/overview?days=7');
    expect(json).toMatchObject({
      balance_usd: '9.998200',
      from: day(-6),
      to: day(0),
      burn_rate_usd_per_day: '0.001800',
      days_left: 5554,
      totals: { requests: 5, charged_requests: 3, errors: 1, spend_usd: '0.001800' },
      by_key: [{ key_id: key.id, key_name: '=Formula', requests: 5, spend_usd: '0.001800' }],
    });
    expect(json.by_day).toHaveLength(7);
    expect(json.by_day[6]).toMatchObject({ day: day(0), requests: 5 });
    expect(json.by_day[0]).toMatchObject({ day: day(-6), requests: 0, spend_usd: '0' });
    expect(json.by_operation.map(({ operation }: { operation: string }) => operation)).toEqual([
      'users.by_id',
      'resolve.media',
    ]);
    expect(json.errors_by_code).toEqual(
      expect.arrayContaining([
        { code: 'unprocessable_entity', outcome: 'caller_error', requests: 1 },
        { code: 'profile_not_found', outcome: 'answered', requests: 1 },
      ]),
    );
  });

  it('accept a period for the overview, and reject invalid periods', async () => {
    const { json } = await both(`/overview?from=${day(-3)}&to=${day(-1)}`);
    expect(json).toMatchObject({ from: day(-3), to: day(-1), totals: { requests: 0 } });
    expect(json.by_day.map(({ day }: { day: string }) => day)).toEqual([day(-3), day(-2), day(-1)]);
    expect(json.burn_rate_usd_per_day).toBe('0.001800');
    expect((await both(`/overview?from=${day(0)}`)).json.totals).toMatchObject({ requests: 5 });
    for (const refused of [`from=${day(0)}&to=${day(-1)}`, `from=${day(-366)}`, 'from=2026-02-30'])
      expect(await owner.get(`/overview?${refused}`)).toMatchObject({ status: 422 });
  });

  it('show no remaining days in the overview of an account without spending', async () => {
    const { json } = await (await world.ownerBrowser()).get('/overview');
    expect(json).toMatchObject({ burn_rate_usd_per_day: '0', days_left: null, by_operation: [] });
    expect(json.by_day).toHaveLength(30);
  });

  it('show what a key has spent and how much it is used', async () => {
    const { json } = await both('/keys');
    expect(json.items).toMatchObject([
      {
        id: key.id,
        requests_last_24_hours: 5,
        spent_today_usd: '0.001800',
        spent_this_month_usd: '0.001800',
      },
    ]);
  });

  it.each([
    ['', ['operation', 'key_id'], 2],
    ['&group_by=operation', ['operation'], 2],
    ['&group_by=key', ['key_id'], 1],
    ['&group_by=total', [], 1],
    ['&interval=hour&group_by=total', [], 1],
  ])('group and sum up requests in /usage?from=…%s', async (query, grouped, rows) => {
    const { json } = await both(`/usage?from=${day(0)}${query}`);
    expect(json.items).toHaveLength(rows);
    for (const item of json.items) {
      expect(item.operation !== null).toBe(grouped.includes('operation'));
      expect(item.key_id !== null).toBe(grouped.includes('key_id'));
    }
    const requests = json.items.reduce((sum: number, item: { requests: number }) => sum + item.requests, 0);
    expect(requests).toBe(5);
  });

  it.each(['operation_and_key', 'operation', 'key', 'total'])('return usage by %s page by page', async (grouping) => {
    const path = `/usage?interval=hour&from=${day(0)}&group_by=${grouping}`;
    const whole = (await both(path)).json;
    expect(whole).toMatchObject({ next_cursor: null, has_more: false });
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await both(`${path}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(json.items).toHaveLength(1);
      seen.push(...json.items);
      cursor = json.next_cursor;
    }
    expect(seen).toEqual(whole.items);
  });

  it('return 400 for usage with an invalid cursor, or with the cursor of another grouping', async () => {
    const { json } = await owner.get(`/usage?from=${day(0)}&limit=1`);
    const cursors = ['nonsense', '2026-13-01T00:00:00.000Z,1,users.by_id', json.next_cursor];
    for (const cursor of cursors) {
      const answer = await owner.get(`/usage?group_by=key&cursor=${encodeURIComponent(cursor)}`);
      expect(answer.json).toMatchObject({ status: 400, code: 'invalid_cursor' });
    }
  });

  it('filter usage by operation and key', async () => {
    const { json } = await both('/usage?operation=resolve.media');
    expect(json.items).toMatchObject([{ operation: 'resolve.media', requests: 1, spend_usd: '0' }]);
    expect((await both('/usage?key_id=999999')).json.items).toEqual([]);
  });

  it.each([
    ['from=2026-02-30', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['from=2026-01-01&to=2026-03-01&interval=hour', 'from'],
    ['interval=week', 'interval'],
    ['group_by=colour', 'group_by'],
    ['key_id=abc', 'key_id'],
    ['key_id=1&key_id=2', 'key_id'],
    ['limit=2001', 'limit'],
  ])('return 422 for usage?%s', async (query, parameter) => {
    const { status, json } = await owner.get(`/usage?${query}`);
    expect(status).toBe(422);
    expect(json.errors).toMatchObject([{ in: 'query', parameter }]);
  });

  it.each(['0000-01-01', '0001-01-01', '1969-12-31', '99999-01-01', '-000001-01-01', '1970-01-01T00:00:00%2B01:00'])(
    'return 422 for the time %s, in every parameter',
    async (time) => {
      for (const path of ['/overview', '/usage', '/usage.csv', '/requests', '/requests.csv', '/ledger', '/ledger.csv'])
        for (const name of ['from', 'to']) {
          const { status, json } = await owner.get(`${path}?${name}=${time}`);
          expect({ path, status, errors: json.errors }).toMatchObject({
            path,
            status: 422,
            errors: [{ parameter: name }],
          });
        }
    },
  );

  it.each(['1970-01-01', '9999-12-31'])(
    'return 200 or 422, never 500, when `from`, `to` or both are %s',
    async (time) => {
      for (const path of ['/overview', '/usage', '/requests', '/ledger'])
        for (const query of [`from=${time}`, `to=${time}`, `from=${time}&to=${time}`])
          expect([path, query, [200, 422].includes((await owner.get(`${path}?${query}`)).status)]).toEqual([
            path,
            query,
            true,
          ]);
    },
  );

  it('list requests page by page, newest first, without duplicates or gaps', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    do {
      const { json } = await both(`/requests?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(json.has_more).toBe(json.next_cursor !== null);
      seen.push(...json.items.map((item: { request_id: string }) => item.request_id));
      cursor = json.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual([...requestIds].reverse());
  });

  it.each([
    ['status=404', [3]],
    ['code=unprocessable_entity', [2]],
    ['outcome=failed', [2]],
    ['outcome=caller_error', [2]],
    ['outcome=our_error', []],
    ['outcome=answered', [4, 3, 1, 0]],
    ['outcome=succeeded&operation=users.by_id', [1, 0]],
    ['outcome=charged', [3, 1, 0]],
    ['operation=resolve.media', [4]],
    ['path=SERS/1001', [1, 0]],
    ['path=pk%3D1', [4]],
    ['path=ann%20b', [2]],
    ['path=ann%2520b', [2]],
    ['path=1001&outcome=failed', []],
    ['path=1001&to=2026-01-01T00:00:00Z', []],
    ['from=2099-01-01', []],
    ['to=2026-01-01T00:00:00Z', []],
    ['key_id=999999', []],
  ])('filter requests?%s', async (query, indexes) => {
    const { json } = await both(`/requests?${query}`);
    const found = json.items.map((item: { request_id: string }) => item.request_id);
    expect(found).toEqual(indexes.map((index) => requestIds[index]));
  });

  it('show the URL of each request, and why it failed', async () => {
    const { json } = await both('/requests');
    expect(json.items.map(({ address }: { address: string }) => address)).toEqual([
      '/resolve/media?pk=1',
      '/users/1005',
      '/users/Ann%20B',
      '/users/1001',
      '/users/1001',
    ]);
    expect(json.items.map(({ detail }: { detail: string | null }) => detail)).toEqual([
      null,
      expect.stringMatching(/^\p{Lu}.*\.$/u),
      expect.stringMatching(/^user_id must be /),
      null,
      null,
    ]);
    expect((await owner.get('/requests.csv?status=404')).text).toMatch(/address\r?\n.*,\/users\/1005/);
  });

  it.each(['cursor=nonsense', `cursor=${'1'.repeat(36)}`])('return 400 for requests and ledger?%s', async (query) => {
    for (const path of ['/requests', '/ledger']) {
      expect((await owner.get(`${path}?${query}`)).json).toMatchObject({ status: 400, code: 'invalid_cursor' });
    }
  });

  it('show for a request its price, its charge and the balance at that time', async () => {
    const { json } = await both(`/requests/${requestIds[0]}`);
    expect(json).toMatchObject({
      operation: 'users.by_id',
      status: 200,
      code: null,
      cost_usd: '0.000600',
      key: { id: key.id, prefix: key.key.slice(0, 14) },
      price: { units: 1, price_usd: '0.000600', charged: true },
      ledger: { entry_id: requestIds[0], amount_usd: '-0.000600', balance_after_usd: '9.999400' },
      problem: null,
    });
  });

  it('show for a request the problem document that the caller got', async () => {
    const { json } = await both(`/requests/${requestIds[2]}`);
    expect(json).toMatchObject({
      status: 422,
      cost_usd: '0',
      price: { charged: false },
      ledger: null,
      problem: { code: 'unprocessable_entity', request_id: requestIds[2], errors: [{ parameter: 'user_id' }] },
    });
  });

  it('return 404 for an unknown request id', async () => {
    for (const id of ['nonsense', '0190a6e0-7c1e-7d3a-9f2b-6c5d4e3f2a1b']) {
      expect((await owner.get(`/requests/${id}`)).status).toBe(404);
    }
  });

  it('list ledger entries, newest first', async () => {
    const { json } = await both('/ledger');
    expect(json.items.map(({ kind }: { kind: string }) => kind)).toEqual(['charge', 'charge', 'charge', 'top_up']);
    expect(json.items[0]).toMatchObject({
      id: requestIds[3],
      request_id: requestIds[3],
      amount_usd: '-0.000600',
      balance_after_usd: '9.998200',
    });
    expect((await both('/ledger?kind=top_up')).json.items).toMatchObject([
      { amount_usd: '10.000000', note: 'test', request_id: null },
    ]);
  });

  it('export the same rows as CSV, with formulas disarmed', async () => {
    const requests = await both('/requests.csv?limit=1');
    expect(requests.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(requests.headers.get('content-disposition')).toBe('attachment; filename="requests.csv"');
    const lines = requests.text.split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toContain(`,'=Formula,resolve.media,200,,0,`);
    const ledger = (await both('/ledger.csv')).text.split('\r\n');
    expect(ledger[1]).toMatch(new RegExp(`^${requestIds[3]},.*,charge,-0.000600,9.998200,,users.by_id,'=Formula,,,$`));
    const usage = (await both(`/usage.csv?from=${day(0)}`)).text.split('\r\n');
    expect(usage[0]).toBe('time,operation,key_id,key_name,requests,charged_requests,errors,spend_usd');
    expect(usage).toHaveLength(4);
  });

  it('show only the prefix of a key that was sent in the wrong place', async () => {
    const misplaced = await world.api.get(`/users/1001?api_key=${key.key}`, key.key);
    await world.api.app.get(UsageLog, { strict: false }).flush();
    const receipt = await both(`/requests/${misplaced.headers.get('x-request-id')}`);
    expect(receipt.json).toMatchObject({ status: 422, address: `/users/1001?api_key=${key.key.slice(0, 14)}…` });
  });
});
