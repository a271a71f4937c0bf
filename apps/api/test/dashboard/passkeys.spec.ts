import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { OperatorTerminal } from '../operator/operator-terminal';
import { type MailServer, startMailServer } from '../support/mail-server';
import { enableSecondFactor } from './authenticator';
import { type Browser, DashboardWorld, password } from './dashboard-world';
import { addPasskey as add, PasskeyDevice } from './passkey-device';

const challenge = async (browser: Browser) => (await browser.post('/session/passkey/options')).json;

async function signIn(browser: Browser, device: PasskeyDevice, circumstances = {}) {
  const credential = device.get(await challenge(browser), circumstances);
  return browser.post('/session/passkey', { credential });
}

const makeStale = (world: DashboardWorld, userId: number) =>
  world.dataSource.query(`UPDATE sessions SET password_checked_at = now() - interval '1 hour' WHERE user_id = $1`, [
    userId,
  ]);

describe('passkeys', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.stop());

  it('signs in with a passkey alone, also where a password needs a code', async () => {
    const owner = await world.ownerBrowser();
    await enableSecondFactor(owner);
    const device = await add(owner);
    const other = world.browser();
    const { status, json } = await signIn(other, device);
    expect({ status, email: json.user?.email }).toEqual({ status: 200, email: owner.email });
    expect((await other.get('/session')).status).toBe(200);
    const [passkey] = (await other.get('/passkeys')).json.items;
    expect(passkey).toMatchObject({
      name: 'Laptop',
      host: 'localhost',
      synced: false,
      last_used_at: expect.any(String),
    });
  });

  it('ends the user’s other sessions when a passkey is added, and gives this one a new token', async () => {
    const owner = await world.ownerBrowser();
    const other = await world.browser().signIn(owner.email);
    const earlier = owner.cookie;
    await add(owner);
    expect((await other.get('/session')).status).toBe(401);
    expect(owner.cookie).not.toBe(earlier);
    expect((await owner.get('/session')).status).toBe(200);
  });

  it('signs in with each of two passkeys, and no longer with one that was removed', async () => {
    const owner = await world.ownerBrowser();
    const [laptop, phone] = [await add(owner), await add(owner, new PasskeyDevice(), 'Phone')];
    const elsewhere = world.browser();
    expect((await signIn(elsewhere, phone)).status).toBe(200);
    const [first] = (await owner.get('/passkeys')).json.items;
    expect((await owner.send('DELETE', `/passkeys/${first.id}`)).status).toBe(204);
    expect((await elsewhere.get('/session')).status).toBe(401);
    expect((await signIn(world.browser(), laptop)).status).toBe(401);
    expect((await signIn(world.browser(), phone)).status).toBe(200);
  });

  it('asks for proof before a passkey is added or removed, and takes a passkey as the proof', async () => {
    const owner = await world.ownerBrowser();
    const device = await add(owner);
    const [{ id }] = (await owner.get('/passkeys')).json.items;
    await makeStale(world, owner.userId);
    const stale = { status: 403, json: { reason: 'fresh_password_required' } };
    expect(await owner.post('/passkeys/options')).toMatchObject(stale);
    expect(await owner.post('/passkeys', { name: 'x', credential: {} })).toMatchObject(stale);
    expect(await owner.send('DELETE', `/passkeys/${id}`)).toMatchObject(stale);
    const options = (await owner.post('/session/passkey/options', { purpose: 'confirm' })).json;
    expect(options.public_key.allowCredentials).toMatchObject([{ id: device.id }]);
    expect((await owner.post('/session/confirm', { passkey: device.get(options) })).status).toBe(200);
    expect((await owner.send('DELETE', `/passkeys/${id}`)).status).toBe(204);
  });

  it('accepts no passkey of another user, and no challenge of another session, as proof', async () => {
    const [owner, stranger] = [await world.ownerBrowser(), await world.ownerBrowser()];
    const [own, foreign] = [await add(owner), await add(stranger)];
    const optionsFor = async (browser: Browser, purpose: string) =>
      (await browser.post('/session/passkey/options', { purpose })).json;
    const refused = { status: 422, json: { errors: [{ in: 'body', parameter: 'passkey' }] } };
    const confirm = (passkey: object) => owner.post('/session/confirm', { passkey });
    expect(await confirm(foreign.get(await optionsFor(owner, 'confirm')))).toMatchObject(refused);
    expect(await confirm(own.get(await optionsFor(stranger, 'confirm')))).toMatchObject(refused);
    expect(await confirm(own.get(await optionsFor(owner, 'sign_in')))).toMatchObject(refused);
    expect((await owner.post('/session/confirm', {})).status).toBe(422);
    expect((await world.browser().post('/session/passkey/options', { purpose: 'confirm' })).status).toBe(401);
  });

  it('accepts a challenge once, for five minutes, and only from the browser that asked for it', async () => {
    const device = await add(await world.ownerBrowser());
    const browser = world.browser();
    const credential = device.get(await challenge(browser));
    expect((await browser.post('/session/passkey', { credential })).status).toBe(200);
    const replayed = device.get(await challenge(browser));
    const bodies = [1, 2, 3].map(() => browser.post('/session/passkey', { credential: replayed }));
    expect((await Promise.all(bodies)).map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const ofOther = device.get(await challenge(world.browser()));
    expect((await browser.post('/session/passkey', { credential: ofOther })).status).toBe(401);
    const late = device.get(await challenge(browser));
    await world.dataSource.query(`UPDATE sign_in_attempts SET expires_at = expires_at - interval '301 seconds'`);
    expect((await browser.post('/session/passkey', { credential: late })).status).toBe(401);
  });

  it.each([
    ['for another origin', { origin: 'https://evil.example.com' }],
    ['for another port of the host', { origin: 'http://localhost:4000' }],
    ['for another relying party', { host: 'evil.example.com' }],
    ['without user verification', { isVerified: false }],
  ])('refuses a signature %s, at sign-in and when a passkey is added', async (_, circumstances) => {
    const owner = await world.ownerBrowser();
    const device = await add(owner);
    expect((await signIn(world.browser(), device, circumstances)).status).toBe(401);
    const credential = new PasskeyDevice().create((await owner.post('/passkeys/options')).json, circumstances);
    const { status, json } = await owner.post('/passkeys', { name: 'x', credential });
    expect({ status, json }).toMatchObject({ status: 422, json: { errors: [{ parameter: 'credential' }] } });
  });

  it('names the relying party of the installation, whatever host a request names', async () => {
    const headers = { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' };
    const { json } = await world.browser().post('/session/passkey/options', {}, headers);
    expect(json.public_key).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  });

  it('refuses an attestation with certificates unread, because they name addresses to fetch', async () => {
    const owner = await world.ownerBrowser();
    for (const format of ['fido-u2f', 'android-safetynet', 'tpm', 'apple', 'android-key']) {
      const credential = new PasskeyDevice().create((await owner.post('/passkeys/options')).json, { format });
      expect((await owner.post('/passkeys', { name: 'x', credential })).status).toBe(422);
    }
  });

  it('refuses a signature of another key, and bodies of every shape', async () => {
    const [device, thief] = [await add(await world.ownerBrowser()), new PasskeyDevice()];
    const browser = world.browser();
    const forged = { ...thief.get(await challenge(browser)), id: device.id, rawId: device.id };
    expect((await browser.post('/session/passkey', { credential: forged })).status).toBe(401);
    const good = device.get(await challenge(browser));
    const shapes = [
      {},
      { id: 7 },
      { ...good, response: null },
      { ...good, response: { ...good.response, signature: 1 } },
    ];
    for (const credential of shapes) expect((await browser.post('/session/passkey', { credential })).status).toBe(401);
    for (const credential of [null, 'x', [], undefined])
      expect((await browser.post('/session/passkey', { credential })).status).toBe(422);
  });

  it('stores a passkey once if its request is sent again, and accepts no second one with the same credential', async () => {
    const owner = await world.ownerBrowser();
    const device = new PasskeyDevice();
    const body = { name: 'Laptop', credential: device.create((await owner.post('/passkeys/options')).json) };
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [await owner.post('/passkeys', body, headers), await owner.post('/passkeys', body, headers)];
    expect(answers.map(({ json }) => json)).toEqual([answers[0]!.json, answers[0]!.json]);
    expect((await owner.get('/passkeys')).json.items).toHaveLength(1);
    const again = device.create((await owner.post('/passkeys/options')).json);
    expect((await owner.post('/passkeys', { name: 'x', credential: again })).status).toBe(409);
  });

  it('allows ten passkeys, also to concurrent requests', async () => {
    const owner = await world.ownerBrowser();
    for (let n = 0; n < 9; n++) await add(owner);
    const options = [await owner.post('/passkeys/options'), await owner.post('/passkeys/options')];
    const bodies = options.map(({ json }) => ({ name: 'x', credential: new PasskeyDevice().create(json) }));
    const statuses = (await Promise.all(bodies.map((body) => owner.post('/passkeys', body)))).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(201);
    expect((await owner.get('/passkeys')).json.items).toHaveLength(10);
    expect((await owner.post('/passkeys/options')).status).toBe(409);
  });

  it('shows and removes no passkey of another user', async () => {
    const [owner, stranger] = [await world.ownerBrowser(), await world.ownerBrowser()];
    await add(owner);
    const [{ id }] = (await owner.get('/passkeys')).json.items;
    expect((await stranger.get('/passkeys')).json.items).toEqual([]);
    expect((await stranger.send('DELETE', `/passkeys/${id}`)).status).toBe(404);
  });

  it('returns 429 to a caller who keeps sending wrong signatures, and still lets people type a password', async () => {
    const { email } = await world.createOwner();
    const browser = world.browser();
    const device = new PasskeyDevice();
    const statuses = [];
    for (let n = 0; n < 31; n++) {
      const credential = device.get({ public_key: { challenge: 'x', rpId: 'localhost' } });
      statuses.push((await browser.post('/session/passkey', { credential })).status);
    }
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([401]));
    expect(statuses.at(-1)).toBe(429);
    expect((await browser.post('/session', { email, password })).status).toBe(200);
  });

  it('needs no user handle to confirm, and needs it to sign in', async () => {
    const owner = await world.ownerBrowser();
    const device = await add(owner);
    const options = (await owner.post('/session/passkey/options', { purpose: 'confirm' })).json;
    const without = (credential: ReturnType<PasskeyDevice['get']>) => ({
      ...credential,
      response: { ...credential.response, userHandle: undefined },
    });
    expect((await owner.post('/session/confirm', { passkey: without(device.get(options)) })).status).toBe(200);
    const browser = world.browser();
    const credential = without(device.get(await challenge(browser)));
    expect((await browser.post('/session/passkey', { credential })).status).toBe(401);
  });

  it('says that the database failed, and neither counts nor keeps that as a wrong passkey', async () => {
    const owner = await world.ownerBrowser();
    const device = await add(owner);
    const browser = world.browser();
    const credential = device.get(await challenge(browser));
    const passkey = device.get((await owner.post('/session/passkey/options', { purpose: 'confirm' })).json);
    const added = {
      name: 'Phone',
      credential: new PasskeyDevice().create((await owner.post('/passkeys/options')).json),
    };
    const requests = () =>
      Promise.all([
        browser.post('/session/passkey', { credential }),
        owner.post('/session/confirm', { passkey }),
        owner.post('/passkeys', added),
      ]).then((answers) => answers.map(({ status }) => status));
    const superuser = new Client({ connectionString: world.api.database.superuserUrl });
    await superuser.connect();
    await superuser.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'a lock was not available' USING ERRCODE = '55P03'; END $$;
      CREATE TRIGGER fail BEFORE DELETE ON sign_in_attempts FOR EACH ROW EXECUTE FUNCTION fail()`);
    try {
      expect(await requests()).toEqual([503, 503, 503]);
    } finally {
      await superuser.query('DROP FUNCTION fail CASCADE');
      await superuser.end();
    }
    const failed = `SELECT FROM audit_log WHERE action LIKE 'user.%failed' AND address = ANY($1)`;
    expect(await world.dataSource.query(failed, [[browser.address, owner.address]])).toEqual([]);
    expect((await browser.post('/session/passkey', { credential })).status).toBe(200);
  });

  it('does not sign in a disabled user', async () => {
    const staff = await world.supportBrowser();
    const device = await add(staff);
    const colleague = await world.supportBrowser();
    const change = (verb: string) => colleague.post(`/support/staff/${staff.userId}/${verb}`);
    expect((await change('disable')).status).toBe(200);
    expect((await signIn(world.browser(), device)).status).toBe(401);
    await change('enable');
    expect((await signIn(world.browser(), device)).status).toBe(200);
  });
});

describe('a passkey that signs in without a password', () => {
  const publicUrl = 'https://loupe.example.com';
  const here = { origin: publicUrl };
  let mail: MailServer;
  let world: DashboardWorld;
  beforeAll(async () => {
    mail = await startMailServer();
    world = await DashboardWorld.start({ SMTP_URL: mail.url, PUBLIC_URL: publicUrl, REQUIRE_STAFF_TOTP: 'true' });
  });
  afterAll(async () => {
    await world.stop();
    mail.stop();
  });

  const told = (email: string, text: string) =>
    mail.find((message) => message.includes(`RCPT TO:<${email}>`) && message.includes(text));

  it('is told to its user by email when it is added and removed, and is in the audit log', async () => {
    const owner = await world.ownerBrowser();
    await add(owner, new PasskeyDevice(), 'My laptop', here);
    await told(owner.email, 'A passkey was added');
    const [{ id }] = (await owner.get('/passkeys')).json.items;
    await owner.send('DELETE', `/passkeys/${id}`);
    await told(owner.email, 'A passkey was removed');
    const rows = await world.dataSource.query(
      `SELECT action FROM audit_log WHERE actor_user_id = $1 AND detail = '{"name": "My laptop"}' ORDER BY id`,
      [owner.userId],
    );
    expect(rows).toEqual([{ action: 'user.add_passkey' }, { action: 'user.remove_passkey' }]);
  });

  it('is refused and told when its counter goes backwards, and works on when it grows', async () => {
    const owner = await world.ownerBrowser();
    const device = await add(owner, new PasskeyDevice(), 'Copied', here);
    const attempt = (counter: number) => signIn(world.browser(), device, { ...here, counter });
    expect((await attempt(7)).status).toBe(200);
    for (const counter of [7, 6, 0]) expect((await attempt(counter)).status).toBe(401);
    await told(owner.email, 'A passkey was refused');
    expect((await attempt(8)).status).toBe(200);
    const [{ count }] = await world.dataSource.query(
      `SELECT count(*)::int FROM audit_log WHERE action = 'user.refuse_passkey' AND target_id = $1::text`,
      [owner.userId],
    );
    expect(count).toBe(3);
  });

  it('satisfies the operator who requires two factors of staff; the password alone then opens nothing', async () => {
    const staff = await world.supportBrowser();
    expect((await staff.get('/support/accounts')).json.reason).toBe('second_factor_enrolment_required');
    const device = await add(staff, new PasskeyDevice(), 'Key', here);
    expect((await staff.get('/support/accounts')).status).toBe(200);
    expect((await staff.get('/session')).json.second_factor.required).toBe(false);
    const byPassword = await world.browser().post('/session', { email: staff.email, password });
    expect(byPassword).toMatchObject({ status: 401, json: { detail: expect.stringContaining('passkey') } });
    const other = world.browser();
    expect((await signIn(other, device, here)).status).toBe(200);
    expect((await other.get('/support/accounts')).status).toBe(200);
  });

  it('cannot be removed by staff as the last factor of two that are required', async () => {
    const staff = await world.supportBrowser();
    await add(staff, new PasskeyDevice(), 'Key', here);
    const [{ id }] = (await staff.get('/passkeys')).json.items;
    expect((await staff.send('DELETE', `/passkeys/${id}`)).status).toBe(409);
    await enableSecondFactor(staff);
    expect((await staff.send('DELETE', `/passkeys/${id}`)).status).toBe(204);
  });

  it('is removed by a link that also resets the second factor', async () => {
    const staff = await world.supportBrowser();
    const device = await add(staff, new PasskeyDevice(), 'Lost', here);
    const operator = new OperatorTerminal({ DATABASE_URL: world.api.database.url, PUBLIC_URL: publicUrl });
    const facts = await operator.facts(['password-link', '--email', staff.email, '--reset-second-factor']);
    const token = new URL(facts.reset_url!).hash.slice(1);
    const chosen = { token, password: 'another good password' };
    expect((await world.browser().post('/password-links/accept', chosen)).status).toBe(200);
    expect((await signIn(world.browser(), device, here)).status).toBe(401);
    expect((await world.browser().signIn(staff.email, chosen.password)).cookie).toBeDefined();
  });
});

describe('an installation where nobody signs in with a password', () => {
  let world: DashboardWorld;
  let withoutPasswords: DashboardWorld | undefined;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(async () => {
    await withoutPasswords?.stop();
    await world.stop();
  });

  it('keeps the last passkey of a user who has no other permitted sign-in', async () => {
    const owner = await world.ownerBrowser();
    const device = await add(owner, new PasskeyDevice(), 'First');
    await add(owner, new PasskeyDevice(), 'Second');
    // Not before: it ends sessions that passwords opened, also those of the other process.
    withoutPasswords = await DashboardWorld.start({
      DATABASE_URL: world.api.database.url,
      PASSWORD_SIGN_IN: 'false',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'loupe',
      OIDC_CLIENT_SECRET: 'secret',
    });
    const there = withoutPasswords.browser();
    expect((await signIn(there, device)).status).toBe(200);
    const [first, second] = (await there.get('/passkeys')).json.items;
    expect((await there.send('DELETE', `/passkeys/${first.id}`)).status).toBe(204);
    expect((await there.send('DELETE', `/passkeys/${second.id}`)).status).toBe(409);
    await world.dataSource.query(`UPDATE passkeys SET host = 'old.example.com' WHERE id = $1`, [second.id]);
    await add(there, new PasskeyDevice(), 'Third');
    const [, third] = (await there.get('/passkeys')).json.items;
    expect((await there.send('DELETE', `/passkeys/${third.id}`)).status).toBe(409);
    expect((await there.send('DELETE', `/passkeys/${second.id}`)).status).toBe(204);
  });
});

describe('an installation whose address is no host name', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start({ PUBLIC_URL: 'https://192.0.2.1' });
  });
  afterAll(() => world.stop());

  it('says that browsers allow no passkeys there', async () => {
    const { status, json } = await world.browser().post('/session/passkey/options');
    expect({ status, detail: json.detail }).toMatchObject({
      status: 409,
      detail: expect.stringContaining('PUBLIC_URL'),
    });
  });
});
