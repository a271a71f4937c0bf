import { send } from '../support/send';
import { StubUpstream } from '../support/stub-upstream';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { expectProblem } from './answer-checks';

/** An upstream that answers as the test chooses, an API before it, and a customer. Importing them registers their hooks. */
export const upstream = new StubUpstream();
export let api: TestApi;
export let tenant: Tenant;

beforeAll(async () => {
  api = await startTestApi({ UPSTREAM_BASE_URL: await upstream.start(), LOG_LEVEL: 'warn' });
  tenant = await api.tenants.create('1000');
});
afterAll(async () => {
  await api.stop();
  upstream.stop();
});

export async function ask(path: string) {
  const beforeMicros = await api.tenants.balanceMicros(tenant.accountId);
  const reply = await send(api.baseUrl, path, { key: tenant.key });
  return { reply, costMicros: beforeMicros - (await api.tenants.balanceMicros(tenant.accountId)) };
}

export async function expectFree(path: string): Promise<void> {
  const { reply, costMicros } = await ask(path);
  expectProblem(reply, 502, 'upstream_error', 0n);
  expect(costMicros).toBe(0n);
}
