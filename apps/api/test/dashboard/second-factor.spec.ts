import { codeOf, decodeBase32, enableSecondFactor } from './authenticator';
import { DashboardWorld, password } from './dashboard-world';

describe('the second factor', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.stop());

  it('becomes active with its first code, ends other sessions, and shows ten recovery codes once', async () => {
    const { email } = await world.createOwner();
    const other = await world.browser().signIn(email);
    const browser = await world.browser().signIn(email);
    const enrolment = await browser.post('/second-factor');
    expect(enrolment.status).toBe(201);
    expect(enrolment.json.otpauth_url).toContain(`secret=${enrolment.json.secret}&issuer=Loupe`);
    expect((await browser.get('/second-factor')).json).toMatchObject({ enabled: false, enabled_at: null });
    const { json } = await browser.post('/second-factor/confirm', { code: codeOf(enrolment.json.secret) });
    expect(json.recovery_codes).toHaveLength(10);
    expect((await browser.get('/second-factor')).json).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect((await other.get('/session')).status).toBe(401);
  });

  it('stores its secret encrypted and its recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await enableSecondFactor(await world.ownerBrowser());
    const rows = await world.dataSource.query(
      `SELECT f::text || coalesce(string_agg(c::text, ''), '') AS row FROM second_factors f
       LEFT JOIN recovery_codes c USING (user_id) GROUP BY f, f.user_id`,
    );
    const stored = rows.map(({ row }: { row: string }) => row).join('\n');
    for (const text of [secret, decodeBase32(secret).toString('base64'), decodeBase32(secret).toString('hex')]) {
      expect(stored).not.toContain(text);
    }
    for (const code of recoveryCodes) {
      for (const spelling of [code, code.replaceAll('-', '')]) {
        expect(stored).not.toContain(spelling);
        expect(stored).not.toContain(Buffer.from(spelling).toString('hex'));
      }
    }
  });

  it('returns 422 for a wrong code, and 409 when setup has not begun or is complete', async () => {
    const browser = await world.ownerBrowser();
    expect((await browser.post('/second-factor/confirm', { code: '123456' })).status).toBe(409);
    const { secret } = (await browser.post('/second-factor')).json;
    const wrong = await browser.post('/second-factor/confirm', { code: codeOf(secret, 20) });
    expect(wrong.status).toBe(422);
    expect(wrong.json.errors).toMatchObject([{ in: 'body', parameter: 'code' }]);
    await browser.post('/second-factor/confirm', { code: codeOf(secret) });
    expect((await browser.post('/second-factor')).status).toBe(409);
    expect((await browser.post('/second-factor/confirm', { code: codeOf(secret) })).status).toBe(409);
  });

  it('is requested at sign-in, only after the right password', async () => {
    const { email, ...browser } = await world.ownerBrowser();
    const { secret } = await enableSecondFactor(Object.assign(world.browser(), { cookie: browser.cookie }));
    const attempt = (body: object) => world.browser().post('/session', { email, password, ...body });
    expect((await attempt({ password: 'wrong', second_factor: codeOf(secret, 1) })).json.reason).toBeUndefined();
    expect((await attempt({})).json).toMatchObject({ status: 401, reason: 'second_factor_required' });
    expect((await attempt({ second_factor: codeOf(secret, 20) })).json.reason).toBe('second_factor_required');
    expect((await attempt({ second_factor: codeOf(secret, 1) })).json.second_factor).toMatchObject({ enabled: true });
  });

  it('accepts a code once, also when it is sent several times at the same moment', async () => {
    const browser = await world.ownerBrowser();
    const { secret } = await enableSecondFactor(browser);
    const body = { email: browser.email, password, second_factor: codeOf(secret, 1) };
    const statuses = (await Promise.all([1, 2, 3].map(() => world.browser().post('/session', body)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 401, 401]);
  });

  it('accepts a recovery code once, also in upper case and with spaces', async () => {
    const browser = await world.ownerBrowser();
    const { recoveryCodes } = await enableSecondFactor(browser);
    const typed = ` ${recoveryCodes[0]!.toUpperCase().replace('-', ' ')} `;
    const body = { email: browser.email, password, second_factor: typed };
    const signedIn = world.browser();
    expect((await signedIn.post('/session', body)).status).toBe(200);
    expect((await world.browser().post('/session', body)).status).toBe(401);
    expect((await signedIn.get('/second-factor')).json.recovery_codes_left).toBe(9);
  });

  it('issues new recovery codes, and the old ones stop working', async () => {
    const browser = await world.ownerBrowser();
    const { recoveryCodes } = await enableSecondFactor(browser);
    const { json } = await browser.post('/second-factor/recovery-codes');
    expect(json.recovery_codes).toHaveLength(10);
    const attempt = (code: string) =>
      world.browser().post('/session', { email: browser.email, password, second_factor: code });
    expect((await attempt(recoveryCodes[0]!)).status).toBe(401);
    expect((await attempt(json.recovery_codes[0])).status).toBe(200);
  });

  it('returns 429 to a caller who guesses codes', async () => {
    const browser = await world.ownerBrowser();
    await enableSecondFactor(browser);
    const guess = () => world.browser().post('/session', { email: browser.email, password, second_factor: 'guess' });
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await guess()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('is turned off only with a fresh password and a code', async () => {
    const browser = await world.ownerBrowser();
    const { secret } = await enableSecondFactor(browser);
    await world.dataSource.query(
      `UPDATE sessions SET password_checked_at = now() - interval '1 hour' WHERE user_id = $1`,
      [browser.userId],
    );
    const stale = await browser.send('DELETE', '/second-factor');
    expect(stale.json).toMatchObject({ status: 403, reason: 'fresh_password_required' });
    const confirm = (body: object) => browser.post('/session/confirm', { password, ...body });
    expect((await confirm({})).json).toMatchObject({ status: 403, reason: 'second_factor_required' });
    const wrong = await confirm({ second_factor: codeOf(secret, 20) });
    expect(wrong).toMatchObject({ status: 422, json: { errors: [{ parameter: 'second_factor' }] } });
    expect((await browser.send('DELETE', '/second-factor')).status).toBe(403);
    expect((await confirm({ second_factor: codeOf(secret, 1) })).status).toBe(200);
    expect((await browser.send('DELETE', '/second-factor')).status).toBe(204);
    expect((await world.browser().signIn(browser.email)).cookie).toBeDefined();
    expect((await browser.post('/second-factor/recovery-codes')).status).toBe(409);
  });
});

describe('the second factor that the operator requires of staff', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start({ REQUIRE_STAFF_TOTP: 'true' });
  });
  afterAll(() => world.stop());

  it('must be set up before staff may do anything else', async () => {
    const staff = await world.supportBrowser();
    expect((await staff.get('/session')).json.second_factor).toEqual({ enabled: false, required: true });
    expect((await staff.get('/support/accounts')).json).toMatchObject({
      status: 403,
      reason: 'second_factor_enrolment_required',
    });
    await enableSecondFactor(staff);
    expect((await staff.get('/support/accounts')).status).toBe(200);
    expect((await staff.send('DELETE', '/second-factor')).json).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('is not required of owners', async () => {
    const owner = await world.ownerBrowser();
    expect((await owner.get('/account')).status).toBe(200);
  });
});

describe('a production installation without SECRETS_KEY', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost',
      REQUIRE_STAFF_TOTP: 'false',
      CURSOR_SECRET: 'c'.repeat(32),
    });
  });
  afterAll(() => world.stop());

  it('returns 409 instead of storing a secret that it cannot encrypt', async () => {
    const { status, json } = await (await world.ownerBrowser()).post('/second-factor');
    expect(status).toBe(409);
    expect(json.detail).toContain('SECRETS_KEY');
  });
});
