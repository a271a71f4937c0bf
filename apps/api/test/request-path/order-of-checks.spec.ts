import { clock } from '../../src/platform/clock';
import { known } from '../endpoints/known';
import { usualTestApi } from '../support/per-worker/usual-api';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import type { TestApi } from '../support/test-api';

const checks = [
  'route',
  'method',
  'key',
  'rate',
  'validation',
  'unknown parameter',
  'cursor',
  'balance',
  'cap',
  'upstream',
] as const;
type Check = (typeof checks)[number];

const codes: Record<Check, string> = {
  route: 'unknown_route',
  method: 'method_not_allowed',
  key: 'unauthorized',
  rate: 'too_many_requests',
  validation: 'unprocessable_entity',
  'unknown parameter': 'unprocessable_entity',
  cursor: 'invalid_cursor',
  balance: 'insufficient_balance',
  cap: 'key_cap_reached',
  upstream: 'upstream_error',
};

let api: TestApi;
const tenants = new Map<string, Tenant>();
beforeAll(async () => {
  api = await usualTestApi();
  for (const rate of [1, 1000])
    for (const balance of ['0', '10'])
      for (const cap of [0, null]) {
        const tenant = await api.tenants.create(balance, { rate_per_second: rate });
        if (cap !== null)
          await api.database.dataSource.query(
            `INSERT INTO ledger.key_caps (key_family_id, account_id, shard, daily_cap_micros, monthly_cap_micros) VALUES ($1, $2, shard_of($2), NULL, $3)`,
            [tenant.keyId, tenant.accountId, cap],
          );
        tenants.set(`${rate} ${balance} ${cap}`, tenant);
      }
});
afterAll(() => api.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await api.simulator.clearFaults();
});

async function sendFailing(failing: readonly Check[]) {
  const fails = (check: Check) => failing.includes(check);
  const { key } = tenants.get(
    `${fails('rate') ? 1 : 1000} ${fails('balance') ? '0' : '10'} ${fails('cap') ? 0 : null}`,
  )!;
  if (fails('upstream')) await api.simulator.fault({ operation: '*', fault: 'http_500' });
  if (fails('rate')) {
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    await send(api.baseUrl, '/system/balance', { key });
  }
  await api.simulator.forget();
  const search = [
    fails('validation') ? 'sort_by_views=perhaps' : '',
    fails('unknown parameter') ? 'limit=5' : '',
    fails('cursor') ? 'cursor=mine' : '',
  ];
  return send(api.baseUrl, `${fails('route') ? '/nowhere' : ''}/users/${known.marta}/reels?${search.join('&')}`, {
    key: fails('key') ? `${key.slice(0, -1)}!` : key,
    method: fails('method') ? 'POST' : 'GET',
  });
}

const pairs = checks.flatMap((earlier, index) => checks.slice(index + 1).map((later) => [earlier, later] as const));

test.each(pairs)('the %s check comes before the %s check', async (earlier, later) => {
  const reply = await sendFailing([earlier, later]);
  expect(reply.json.code).toBe(codes[earlier]);
  expect(reply.json.charged_usd).toBe('0');
  if (earlier !== 'upstream') expect(await api.simulator.seen()).toEqual([]);
});

test.each(checks)('the %s check alone reports its own code', async (check) => {
  expect((await sendFailing([check])).json.code).toBe(codes[check]);
});

test('a request that fails no check succeeds', async () => {
  expect((await sendFailing([])).status).toBe(200);
});

test('a request refused by a later check counts against the rate, and a request refused by the rate check does not', async () => {
  const startMs = clock.nowMs();
  const time = jest.spyOn(clock, 'nowMs').mockReturnValue(startMs);
  const { key } = await api.tenants.create('0', { rate_per_second: 3 });
  const path = `/users/${known.marta}/reels`;
  const ask = async (search = '') => {
    const { json, headers } = await send(api.baseUrl, path + search, { key });
    return `${json.code} ${/r=(\d+)/.exec(String(headers.ratelimit))![1]}`;
  };
  expect(await ask('?sort_by_views=perhaps')).toBe('unprocessable_entity 2');
  expect(await ask('?cursor=mine')).toBe('invalid_cursor 1');
  expect(await ask()).toBe('insufficient_balance 0');
  for (let refused = 0; refused < 5; refused++) expect(await ask()).toBe('too_many_requests 0');
  time.mockReturnValue(startMs + 1_001);
  expect(await ask()).toBe('insufficient_balance 2');
});

test('a request with a wrong key counts against nobody’s rate', async () => {
  jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
  const { key } = await api.tenants.create('10', { rate_per_second: 1 });
  for (let wrong = 0; wrong < 3; wrong++) await send(api.baseUrl, '/system/balance', { key: `${key}x` });
  expect((await send(api.baseUrl, '/system/balance', { key })).status).toBe(200);
});
