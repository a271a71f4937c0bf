import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { usualTestApi } from '../support/per-worker/usual-api';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import type { TestApi } from '../support/test-api';

let api: TestApi;
beforeAll(async () => {
  api = await usualTestApi();
});
afterAll(() => api.stop());

const call = ({ key }: Tenant) => send(api.baseUrl, `/users/${known.marta}`, { key });

/** Sets the caps as another process would, without notifying this one. */
function setCaps(
  { accountId, keyId }: Tenant,
  dailyMicros: number | null,
  monthlyMicros: number | null,
): Promise<unknown> {
  return api.database.dataSource.query(
    `INSERT INTO ledger.key_caps (key_family_id, account_id, shard, daily_cap_micros, monthly_cap_micros) VALUES ($1, $4, shard_of($4), $2, $3)
     ON CONFLICT (key_family_id, shard) DO UPDATE SET daily_cap_micros = $2, monthly_cap_micros = $3`,
    [keyId, dailyMicros, monthlyMicros, accountId],
  );
}

async function upstreamRequests(): Promise<number> {
  return (await api.simulator.seen()).length;
}

describe('a key whose cap is reached', () => {
  it('is refused before the upstream is called, with the cap, the amount spent and the reset time', async () => {
    const tenant = await api.tenants.create('10');
    await setCaps(tenant, null, 1_300);
    for (let n = 0; n < 2; n++) expect((await call(tenant)).status).toBe(200);
    await api.simulator.forget();
    const reply = await call(tenant);
    expectProblem(reply, 402, 'key_cap_reached', 0n);
    const { period, cap_usd, spent_usd, resets_at, detail } = reply.json;
    expect({ period, cap_usd, spent_usd }).toEqual({ period: 'month', cap_usd: '0.001300', spent_usd: '0.001200' });
    const now = new Date();
    expect(resets_at).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString());
    expect(detail).toContain(resets_at);
    expect(await upstreamRequests()).toBe(0);
  });

  it('works again with the very next request after the cap was raised', async () => {
    const tenant = await api.tenants.create('10');
    await setCaps(tenant, 600, null);
    expect((await call(tenant)).status).toBe(200);
    expect((await call(tenant)).json).toMatchObject({ code: 'key_cap_reached', period: 'day', cap_usd: '0.000600' });
    await setCaps(tenant, 1_200, null);
    expect((await call(tenant)).status).toBe(200);
  });

  it('is refused before the upstream call, except the first time if this process does not know the cap', async () => {
    const tenant = await api.tenants.create('10');
    expect((await call(tenant)).status).toBe(200);
    await setCaps(tenant, 0, null);
    await api.simulator.forget();
    for (let n = 0; n < 3; n++) expectProblem(await call(tenant), 402, 'key_cap_reached', 0n);
    expect(await upstreamRequests()).toBe(1);
    expect(await api.tenants.balanceMicros(tenant.accountId)).toBe(9_999_400n);
  });
});
