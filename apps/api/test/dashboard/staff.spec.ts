import { OperatorTerminal } from '../operator/operator-terminal';
import { type Browser, DashboardWorld, type Person, password } from './dashboard-world';

describe('staff', () => {
  let world: DashboardWorld;
  let boss: Browser & Person;
  let clerk: Browser & Person;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  beforeEach(async () => {
    [boss, clerk] = [await world.supportBrowser(), await world.supportBrowser()];
  });
  afterAll(() => world.stop());

  const change = (by: Browser, verb: 'disable' | 'enable', { userId }: Person, body: object = {}) =>
    by.post(`/support/staff/${userId}/${verb}`, body);

  it('are listed for staff, with the facts that show who can sign in', async () => {
    await change(boss, 'disable', clerk);
    const { items } = (await boss.get('/support/staff')).json;
    const of = ({ email }: Person) => items.find((one: { email: string }) => one.email === email);
    expect(of(boss)).toMatchObject({ id: `${boss.userId}`, disabled_at: null, has_joined: true });
    expect(of(clerk)).toMatchObject({ disabled_at: expect.stringMatching(/^20/), last_seen_at: null });
  });

  it('are locked out of every session at once when disabled, and cannot return by password or link', async () => {
    const elsewhere = await world.browser().signIn(clerk.email);
    const operator = new OperatorTerminal({ DATABASE_URL: world.api.database.url });
    const { reset_url } = await operator.facts(['password-link', '--email', clerk.email]);
    const { status, json } = await change(boss, 'disable', clerk, { note: 'Left the company' });
    expect({ status, disabledAt: typeof json.disabled_at }).toEqual({ status: 200, disabledAt: 'string' });
    for (const browser of [clerk, elsewhere]) expect((await browser.get('/session')).status).toBe(401);
    const unknown = await world.browser().post('/session', { email: 'nobody@example.com', password });
    const refused = await world.browser().post('/session', { email: clerk.email, password });
    expect(refused.json).toEqual({ ...unknown.json, request_id: refused.json.request_id });
    const accepted = await world
      .browser()
      .post('/password-links/accept', { token: new URL(reset_url!).hash.slice(1), password: 'another good password' });
    expect(accepted.status).toBe(404);
    const links = await world.dataSource.query('SELECT FROM password_links WHERE user_id = $1', [clerk.userId]);
    expect(links).toEqual([]);
  });

  it('must sign in again when enabled, because no earlier session becomes valid', async () => {
    await change(boss, 'disable', clerk);
    expect((await change(boss, 'enable', clerk)).json).toMatchObject({ disabled_at: null });
    expect((await clerk.get('/session')).status).toBe(401);
    await world.browser().signIn(clerk.email);
  });

  it('are disabled and enabled with an audit entry each, but a repeated change adds none', async () => {
    for (const verb of ['disable', 'disable', 'enable', 'enable'] as const)
      expect((await change(boss, verb, clerk, { note: 'Holiday' })).status).toBe(200);
    const { items } = (await boss.get(`/support/audit?user_id=${boss.userId}`)).json;
    const changes = items.filter(({ target }: { target: { id: string } }) => target.id === `${clerk.userId}`);
    expect(changes).toMatchObject([
      { action: 'user.enable', details: { email: clerk.email, note: 'Holiday' }, account_id: null },
      { action: 'user.disable', details: { email: clerk.email, note: 'Holiday' }, account_id: null },
    ]);
  });

  it('get 409 when they disable themselves', async () => {
    expect((await change(boss, 'disable', boss)).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await boss.get('/session')).status).toBe(200);
  });

  it('cannot both succeed when two of them disable each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await world.supportBrowser(), await world.supportBrowser()];
      const answers = await Promise.all([change(one, 'disable', other), change(other, 'disable', one)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('do not include owners: disabling an owner or an unknown user returns 404', async () => {
    const owner = await world.ownerBrowser();
    for (const userId of [owner.userId, 999_999])
      expect((await change(boss, 'disable', { userId, email: '' })).status).toBe(404);
    expect((await owner.get('/session')).status).toBe(200);
  });
});
