import { afterTest } from '../support/after-test';
import { createOrdinaryRole } from '../support/ordinary-role';
import { startTestApi } from '../support/test-api';

describe('a database role that is not a superuser', () => {
  it('is enough to create the schema and to charge a request', async () => {
    const api = await startTestApi({ DATABASE_URL: await createOrdinaryRole() });
    afterTest(() => api.stop());
    const { key, accountId } = await api.tenants.create('1');
    expect((await api.get('/users/1001', key)).status).toBe(200);
    expect(await api.tenants.balanceMicros(accountId)).toBe(999_400n);
  });
});
