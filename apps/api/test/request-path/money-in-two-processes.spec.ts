import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { ApiKeys } from '../../src/core/auth/lifecycle/api-keys';
import { DeveloperCaps } from '../../src/core/auth/lifecycle/developer-caps';
import { reconcile } from '../../src/core/billing/reconcile/reconcile';
import { UsageLog } from '../../src/core/usage/usage-log';
import { type Answer, startTestApi, type TestApi } from '../support/test-api';
import { until } from '../support/until';

const path = '/users/1001';
const actor = { userId: null, label: 'test', address: null };

/** How many answers have each status, and each code if they are problems. */
function countsOf(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, json } of answers) {
    const kind = [status, json.code].join(' ').trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

describe('two processes on one ledger', () => {
  let first: TestApi;
  let second: TestApi;
  beforeAll(async () => {
    first = await startTestApi();
    second = await startTestApi({ DATABASE_URL: first.database.url });
  });
  afterAll(async () => {
    expect(await reconcile(first.database.dataSource)).toEqual([]);
    await second.stop();
    await first.stop();
  });

  /** Makes both processes read all keys. */
  const refresh = () => Promise.all([first, second].map(({ app }) => app.get(KeySetRefresher).refresh()));
  const chargesOf = (accountId: number) =>
    first.database.dataSource.query(`SELECT id FROM transfers WHERE account_id = $1 AND kind = 'charge'`, [accountId]);

  it('accept the very next request after a top-up by the same or the other process, although they have just refused a request', async () => {
    const { accountId, key } = await first.tenants.create('0');
    await refresh();
    for (const [credited, serving] of [
      [first, second],
      [second, first],
      [first, first],
    ] as const) {
      expect(await serving.get(path, key)).toMatchObject({ status: 402, json: { balance_usd: '0' } });
      await credited.tenants.credit(accountId, 600n);
      expect((await serving.get(path, key)).status).toBe(200);
    }
  });

  it('serve exactly as many requests as the balance pays for, out of three times as many concurrent requests', async () => {
    const { accountId, key } = await first.tenants.create('0.012599');
    await refresh();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? first : second).get(path, key)));
    expect(countsOf(answers)).toEqual({ 200: 20, '402 insufficient_balance': 40 });
    expect(await chargesOf(accountId)).toHaveLength(20);
    expect(await first.tenants.balanceMicros(accountId)).toBe(599n);
  });

  it('enforce a cap across both processes and across a rotation, and name the exceeded cap', async () => {
    const { accountId } = await first.tenants.create('1');
    const keys = first.app.get(ApiKeys);
    const old = await keys.create(accountId, { name: 'Capped', dailyCapMicros: 1_800n, monthlyCapMicros: null }, actor);
    await refresh();
    expect((await first.get(path, old.plaintext)).status).toBe(200);
    expect((await second.get(path, old.plaintext)).status).toBe(200);
    const rotated = await keys.rotate({ accountId, keyId: old.id, actor }, 600);
    await refresh();
    expect((await second.get(path, rotated.plaintext)).status).toBe(200);
    for (const [api, key] of [
      [first, rotated.plaintext],
      [second, old.plaintext],
    ] as const) {
      const { status, json, headers } = await api.get(path, key);
      expect(status).toBe(402);
      expect(json).toMatchObject({ code: 'key_cap_reached', period: 'day', cap_usd: json.spent_usd, charged_usd: '0' });
      expect(headers.get('x-cost-usd')).toBe('0');
    }
    expect(await chargesOf(accountId)).toHaveLength(3);
  });

  it('enforce the limit of a developer across both processes and all of the developer’s keys', async () => {
    const { accountId } = await first.tenants.create('1');
    const keys = first.app.get(ApiKeys);
    await first.app.get(DeveloperCaps).set({ accountId, dailyCapMicros: 3_000n, actor });
    const developer = { ...actor, userId: 7 };
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) => keys.create(accountId, { name: `${n}` }, developer, false)),
    );
    await refresh();
    const answers = await Promise.all(
      made.flatMap(({ plaintext }) => [first, second, first, second].map((api) => api.get(path, plaintext))),
    );
    expect(countsOf(answers)).toEqual({ 200: 5, '402 key_cap_reached': 19 });
    expect(await chargesOf(accountId)).toHaveLength(5);
  });

  it('return 503 and charge nothing when the charge cannot be committed in time', async () => {
    const { accountId, key } = await first.tenants.create('1');
    expect((await first.get(path, key)).status).toBe(200);
    const holder = first.database.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
    const answer = await first.get(path, key);
    await holder.rollbackTransaction();
    await holder.release();
    expect(answer).toMatchObject({
      status: 503,
      json: { code: 'service_unavailable', charged_usd: '0', retryable: true },
    });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await first.get(path, key)).status).toBe(200);
    // An attempt in flight when the lock is released may still charge the request. The charge is then reversed.
    const balanceOf = async () => (await first.get('/system/balance', key)).json.balance_usd;
    await until('the charge is reversed', async () => (await balanceOf()) === '0.998800');
    await first.app.get(UsageLog).flush();
    const kinds = `SELECT kind FROM transfers WHERE id = $1 OR reverses = $1`;
    const transfers = await first.database.dataSource.query(kinds, [answer.json.request_id]);
    expect(transfers.length === 0 || transfers.length === 2).toBe(true);
  });
});
