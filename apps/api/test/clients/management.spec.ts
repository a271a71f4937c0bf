import { LoupeManagement } from '@loupe/client';
import { CallerWorld, failureOf } from './caller-world';

const world = new CallerWorld();

describe('LoupeManagement', () => {
  const management = async (options = {}) =>
    new LoupeManagement({
      baseUrl: world.api.baseUrl,
      token: await world.api.tenants.addManagementToken(world.tenant.accountId),
      ...options,
    });

  it('sends a change again whose response was lost, and gets the one key that was created', async () => {
    let isLost = false;
    const client = await management({
      fetch: async (url: string, init: RequestInit) => {
        const response = await fetch(url, init);
        if (init.method !== 'POST' || isLost) return response;
        isLost = true;
        throw new TypeError('the connection was cut');
      },
    });
    const created = await client.createKey({ name: 'Once', daily_cap_usd: '1' });
    const named = [];
    for await (const key of client.keys()) if (key.name === 'Once') named.push(key.id);
    expect({ isLost, named }).toEqual({ isLost: true, named: [created.id] });
    expect((await world.api.get('/system/balance', created.key)).status).toBe(200);
  });

  it('changes, rotates and revokes keys, and reads balance, usage and the audit log', async () => {
    const client = await management();
    const { id } = await client.createKey({ name: 'Server' });
    expect(await client.changeKey(id, { monthly_cap_usd: '7' })).toMatchObject({ monthly_cap_usd: '7.000000' });
    const rotated = await client.rotateKey(id, 60, { idempotencyKey: 'the-first-run-of-it' });
    expect(await client.rotateKey(id, 60, { idempotencyKey: 'the-first-run-of-it' })).toEqual(rotated);
    expect(await client.revokeKey(rotated.id)).toBeUndefined();
    expect(await client.key(rotated.id)).toMatchObject({ state: 'revoked' });
    expect(await client.balance()).toEqual({ balance_usd: '10.000000', currency: 'USD' });
    for await (const { requests } of client.usage({ group_by: 'key' })) expect(requests).toBeGreaterThan(0);
    const [actions, ids]: [string[], string[]] = [[], []];
    const stop = new AbortController();
    for await (const { action, id } of client.follow({ everyMs: 1, signal: stop.signal })) {
      actions.push(action);
      ids.push(id);
      if (actions.length === 5) break;
    }
    expect(actions.slice(1)).toEqual(['key.create', 'key.change', 'key.rotate', 'key.revoke']);
    const later = [];
    for await (const { id } of client.audit({ cursor: ids[2]! })) later.push(id);
    expect(later).toEqual(ids.slice(3));
    expect(await failureOf(client.key('999999'))).toMatchObject({ code: 'not_found', status: 404 });
    const wrong = new LoupeManagement({ baseUrl: world.api.baseUrl, token: world.tenant.key });
    expect(await failureOf(wrong.balance())).toMatchObject({ code: 'wrong_credential' });
  });
});
