import { UsageLog } from '../../src/core/usage/usage-log';
import { expectKeyedHeaders, expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ MAX_CONCURRENT_REQUESTS: '180' });
});
afterAll(() => api.stop());
afterEach(() => api.simulator.clearFaults());

const profile = `/users/${known.marta}`;

async function chargesOf(accountId: number): Promise<bigint[]> {
  const rows = await api.database.dataSource.query(
    `SELECT amount_micros FROM transfers WHERE account_id = $1 AND kind = 'charge'`,
    [accountId],
  );
  return rows.map(({ amount_micros }: { amount_micros: string }) => -BigInt(amount_micros));
}

/** Waits for the usage-log row, because an aborted request needs time to end. */
async function usageRow(accountId: number): Promise<{ status: number; charged: boolean }> {
  return until('the request is in the log', async () => {
    await api.app.get(UsageLog).flush();
    const [row] = await api.database.dataSource.query('SELECT status, charged FROM usage_rows WHERE account_id = $1', [
      accountId,
    ]);
    return row;
  });
}

test.each([
  [7, 40, profile, 600n],
  [5, 30, '/users/username/marta.trails', 1_200n],
])('money for %d of %d concurrent requests pays for exactly that many', async (payable, sent, path, priceMicros) => {
  const balance = (Number(priceMicros) * payable + 599) / 1_000_000;
  const tenant = await api.tenants.create(balance.toFixed(6));
  await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
  const pending = Array.from({ length: sent }, () => send(api.baseUrl, path, { key: tenant.key }));
  await api.underWay(sent);
  await api.simulator.clearFaults();
  await api.simulator.release();
  const replies = await Promise.all(pending);
  const paid = replies.filter(({ status }) => status === 200);
  expect(paid).toHaveLength(payable);
  for (const reply of replies.filter((one) => !paid.includes(one)))
    expectProblem(reply, 402, 'insufficient_balance', 0n);
  // The remaining balance does not pay for another request. Each response reports the balance after its charge.
  const left = paid.map(({ headers }) => Number(headers['x-balance-usd']) * 1_000_000).sort((a, b) => b - a);
  expect(left.map(Math.round)).toEqual(
    Array.from({ length: payable }, (_, index) => Number(priceMicros) * (payable - 1 - index) + 599),
  );
  expect(await chargesOf(tenant.accountId)).toEqual(Array(payable).fill(priceMicros));
  expect(await api.tenants.balanceMicros(tenant.accountId)).toBe(599n);
});

test('a caller who disconnects before the response is not charged, and the upstream request is aborted', async () => {
  const tenant = await api.tenants.create('10');
  await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
  const caller = new AbortController();
  const reply = send(api.baseUrl, profile, { key: tenant.key, signal: caller.signal });
  await api.simulator.held(1);
  caller.abort();
  await expect(reply).rejects.toThrow();
  expect(await usageRow(tenant.accountId)).toEqual({ status: 499, charged: false });
  await api.simulator.held(0);
  expect(await chargesOf(tenant.accountId)).toEqual([]);
});

test('a caller who disconnects during the response is charged, as the ledger shows', async () => {
  const tenant = await api.tenants.create('10');
  const caller = new AbortController();
  const reply = send(api.baseUrl, `/users/${known.marta}/posts`, { key: tenant.key, signal: caller.signal });
  const charges = await until('the response is charged', async () => {
    const rows = await chargesOf(tenant.accountId);
    return rows.length > 0 ? rows : undefined;
  });
  caller.abort();
  await reply.catch(() => undefined);
  expect(charges).toEqual([600n]);
  expect(await usageRow(tenant.accountId)).toEqual({ status: 200, charged: true });
});

test('requests beyond a key’s concurrency limit are refused, with all headers, free of charge', async () => {
  const tenant = await api.tenants.create('10');
  await send(api.baseUrl, profile, { key: tenant.key });
  await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
  const callers = Array.from({ length: 60 }, () => new AbortController());
  // Each request is for another user, because identical requests are coalesced.
  const ask = (id: number, signal?: AbortSignal) =>
    send(api.baseUrl, `/users/${1_000 + id}`, { key: tenant.key, ...(signal && { signal }) });
  const waiting = callers.map(({ signal }, id) => ask(id, signal).catch(() => undefined));
  await api.simulator.held(60);
  const refused = await Promise.all(Array.from({ length: 10 }, (_, id) => ask(id)));
  for (const caller of callers) caller.abort();
  await Promise.all(waiting);
  for (const reply of refused) {
    expectProblem(reply, 429, 'too_many_requests', 0n);
    expect(reply.json).toMatchObject({
      limit: 'concurrency',
      detail: expect.stringMatching(/in flight\. Try again in 1 s\.$/),
    });
    expectKeyedHeaders(reply, { costMicros: 0n, balanceMicros: 9_999_400n });
  }
});

test('many concurrent requests have different ids, and each has its own row in the ledger', async () => {
  const tenant = await api.tenants.create('10');
  const replies = await Promise.all(Array.from({ length: 50 }, () => send(api.baseUrl, profile, { key: tenant.key })));
  const ids = replies.map(({ headers }) => String(headers['x-request-id'])).sort();
  const rows = await api.database.dataSource.query('SELECT id FROM transfers WHERE id = ANY($1) ORDER BY id', [ids]);
  expect(rows.map(({ id }: { id: string }) => id)).toEqual(ids);
});
