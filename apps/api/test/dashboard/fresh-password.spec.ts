import { randomUUID } from 'node:crypto';
import { type Browser, DashboardWorld, type OwnerOfAccount, type Person, password } from './dashboard-world';

type Step = [method: string, path: string, body?: object];

/** Requests that can take over an account or its money. OWNER, ACCOUNT and KEY stand for the ids of a customer. */
const stepsOfSupport: Step[] = [
  ['POST', '/support/accounts', { name: 'New Ltd', owner_email: 'new@example.com' }],
  ['POST', '/support/users/OWNER/password-link', { reset_second_factor: true }],
  ['POST', '/support/accounts/ACCOUNT/suspend'],
  ['POST', '/support/accounts/ACCOUNT/resume'],
  ['POST', '/support/accounts/ACCOUNT/top-ups', { amount_usd: '5', note: 'x' }],
  ['PATCH', '/support/keys/KEY', { rate_limit_per_second: 20 }],
  ['POST', '/support/rate-requests/1/decision', { granted: true }],
  ['POST', '/support/staff/OWNER/disable'],
];
const stepsOfOwners: Step[] = [
  ['POST', '/keys', { name: 'x' }],
  ['POST', '/keys/KEY/rotate', { overlap_seconds: 60 }],
  ['PATCH', '/keys/KEY', { daily_cap_usd: null }],
  ['PATCH', '/keys/KEY', { monthly_cap_usd: '1000' }],
  ['PATCH', '/keys/KEY', { allowed_ips: [] }],
  ['PATCH', '/keys/KEY', { expires_at: null }],
  ['POST', '/webhooks', { url: 'https://example.com/hook', events: ['key.expiring'] }],
  ['PATCH', '/webhooks/1', { url: 'https://example.com/hook' }],
  ['POST', '/webhooks/1/rotate-secret'],
  ['GET', '/webhooks/1/secret'],
  ['POST', '/second-factor'],
  ['DELETE', '/second-factor'],
  ['POST', '/passkeys/options'],
  ['POST', '/passkeys', { name: 'x', credential: {} }],
  ['DELETE', '/passkeys/1'],
];

const titled = (steps: Step[]) =>
  steps.map((step) => {
    const [method, path, body] = step;
    return [`${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`, step] as const;
  });

describe('a session whose password was typed long ago', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser & Person;
  let keyId: string;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    [owner, support] = [await world.ownerBrowser(), await world.supportBrowser()];
    const limits = { daily_cap_usd: '1', monthly_cap_usd: '5', allowed_ips: ['203.0.113.7'] };
    const created = await owner.post('/keys', { name: 'First', ...limits });
    expect(created.status).toBe(201);
    keyId = created.json.id;
    await world.dataSource.query(`UPDATE sessions SET password_checked_at = now() - interval '1 hour'`);
  });
  afterAll(() => world.stop());

  const sendStep = (browser: Browser, [method, path, body]: Step) => {
    const ids: Record<string, string> = { OWNER: `${owner.userId}`, ACCOUNT: `${owner.accountId}`, KEY: keyId };
    const filled = path.replace(/[A-Z]+/, (name) => ids[name] ?? name);
    const headers = { 'idempotency-key': randomUUID() };
    return browser.send(method, filled, { headers, ...(!['GET', 'DELETE'].includes(method) && { body: body ?? {} }) });
  };
  const refused = { status: 403, reason: 'fresh_password_required' };

  it.each(titled(stepsOfSupport))('gets 403 for a request of support: %s', async (_, step) => {
    expect((await sendStep(support, step)).json).toMatchObject(refused);
  });

  it.each(titled(stepsOfOwners))('gets 403 for a request of an owner: %s', async (_, step) => {
    expect((await sendStep(owner, step)).json).toMatchObject(refused);
  });

  it('has changed nothing with its refused requests', async () => {
    const { items } = (await owner.get('/keys')).json;
    expect(items).toMatchObject([
      { id: keyId, daily_cap_usd: '1.000000', monthly_cap_usd: '5.000000', allowed_ips: ['203.0.113.7'] },
    ]);
    expect((await owner.get('/account')).json).toMatchObject({ status: 'active', balance_usd: '0' });
  });

  it('may rename and revoke a key', async () => {
    expect((await sendStep(owner, ['PATCH', '/keys/KEY', { name: 'Renamed' }])).status).toBe(200);
    expect((await sendStep(owner, ['DELETE', '/keys/KEY'])).status).toBe(204);
  });

  it('needs a fresh confirmation after a password change, too', async () => {
    const body = { current_password: password, new_password: 'another good password' };
    expect((await owner.send('PUT', '/password', { body })).status).toBe(204);
    expect((await sendStep(owner, ['POST', '/keys', { name: 'x' }])).json).toMatchObject(refused);
    expect((await owner.post('/session/confirm', { password: body.new_password })).status).toBe(200);
    expect((await sendStep(owner, ['POST', '/keys', { name: 'x' }])).status).toBe(201);
  });
});
