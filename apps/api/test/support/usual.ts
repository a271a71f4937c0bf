import { usualTestApi } from './per-worker/usual-api';
import type { Tenant } from './tenants';
import type { TestApi } from './test-api';

/** The worker's shared API, and a customer of this test file. Importing them registers the hooks that set them. */
export let api: TestApi;
export let tenant: Tenant;

beforeAll(async () => {
  api = await usualTestApi();
  tenant = await api.tenants.create('1000');
});
afterAll(() => api.stop());
