import { UsageLog } from '../../src/core/usage/usage-log';
import { known } from '../endpoints/known';
import { send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
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

test('many concurrent requests have different ids, and each has its own row in the ledger', async () => {
  const tenant = await api.tenants.create('10');
  const replies = await Promise.all(Array.from({ length: 50 }, () => send(api.baseUrl, profile, { key: tenant.key })));
  const ids = replies.map(({ headers }) => String(headers['x-request-id'])).sort();
  const rows = await api.database.dataSource.query('SELECT id FROM transfers WHERE id = ANY($1) ORDER BY id', [ids]);
  expect(rows.map(({ id }: { id: string }) => id)).toEqual(ids);
});
