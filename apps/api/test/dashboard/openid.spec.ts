import { randomBytes } from 'node:crypto';
import { TestProvider } from '../../../../scripts/testing/openid-provider';
import { clock } from '../../src/platform/clock';
import { until } from '../support/until';
import { codeOf, enableSecondFactor } from './authenticator';
import { DashboardWorld, password } from './dashboard-world';
import { TwoSiteBrowser } from './openid-browser';
import { PasskeyDevice } from './passkey-device';

const newSubject = () => `sub-${randomBytes(6).toString('hex')}`;
const newEmail = () => `ada-${randomBytes(5).toString('hex')}@example.com`;
const seconds = () => Math.floor(Date.now() / 1_000);
const failure = (path: string) => new URL(path, 'http://loupe').searchParams.get('failed');

describe('sign-in through an OpenID provider', () => {
  let provider: TestProvider;
  let world: DashboardWorld;
  beforeAll(async () => {
    provider = await TestProvider.start();
    world = await DashboardWorld.start({
      ...provider.variables(),
      SECRETS_KEY: 'k'.repeat(32),
      REQUIRE_STAFF_TOTP: 'true',
    });
    provider.register(world.api.baseUrl);
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });
  afterEach(() => {
    const usual = { alter: undefined, isForger: false, isDown: false, isUndiscoverable: false, held: undefined };
    Object.assign(provider, usual);
  });

  const browser = () => new TwoSiteBrowser(world.api.baseUrl);
  const become = (email?: string, subject = newSubject(), verification: object = { email_verified: true }) => {
    provider.account = { subject, claims: email === undefined ? {} : { email, ...verification } };
    return subject;
  };
  const whoami = async (one: TwoSiteBrowser) => (await one.call('GET', '/session/visitor')).json.session;

  async function invite(email = newEmail(), role = 'owner') {
    const owner = await world.ownerBrowser();
    const { json } = await owner.post('/members', { email, role });
    return { owner, email, userId: Number(json.member.id), token: json.invitation_url.split('#')[1] as string };
  }
  /** A member who has only the provider. */
  async function joined(role = 'owner') {
    const invited = await invite(undefined, role);
    const subject = become(invited.email);
    const person = browser();
    expect(await person.signIn()).toBe('/dashboard/');
    return { ...invited, subject, person };
  }
  async function linked(kind: 'support' | 'owner') {
    const user = kind === 'support' ? await world.createSupport() : await world.createOwner();
    const signedIn = await world.browser().signIn(user.email);
    const factor = kind === 'support' ? await enableSecondFactor(signedIn) : undefined;
    const person = browser().adopt(signedIn);
    const subject = become(undefined);
    expect(await linkFrom(person)).toBe(204);
    return { user, person, subject, factor };
  }
  /** Visits the provider, and links the person who comes back. @returns the status of that */
  async function linkFrom(person: TwoSiteBrowser): Promise<number> {
    expect(await person.visit('/dashboard/api/session/oidc?link=true&to=/dashboard/you')).toBe('/dashboard/you');
    return (await person.call('PUT', '/provider-link')).status;
  }
  const failedSignIn = async () => failure(await browser().signIn());

  describe('of a member', () => {
    it('accepts an open invitation by a verified address alone, and afterwards knows the person by subject', async () => {
      const { person, email, userId, subject } = await joined();
      expect((await whoami(person)).user).toMatchObject({ id: `${userId}`, email });
      become('renamed@example.com', subject);
      const later = browser();
      expect(await later.signIn('/dashboard/keys?a=1#b')).toBe('/dashboard/keys?a=1#b');
      expect((await whoami(later)).user.email).toBe(email);
      const [row] = await world.dataSource.query(
        `SELECT opened_by, is_multi_factor FROM sessions WHERE user_id = $1 LIMIT 1`,
        [userId],
      );
      expect(row).toEqual({ opened_by: 'provider', is_multi_factor: false });
    });

    it('accepts an invitation by its link, whatever address the provider names, and only once', async () => {
      const { token, email } = await invite();
      become('other@example.com', undefined, { email_verified: false });
      const person = browser();
      const { json } = await person.call('POST', '/session/oidc/invitation', { token });
      expect(await person.visit(json.url)).toBe('/dashboard/');
      expect((await whoami(person)).user.email).toBe(email);
      expect((await browser().call('POST', '/session/oidc/invitation', { token })).status).toBe(404);
    });

    it.each([
      ['an unverified address', { email_verified: false }],
      ['an address without email_verified, as Entra sends it', {}],
      ['email_verified as text', { email_verified: 'true' }],
    ])('refuses %s', async (_case, verification) => {
      const { email } = await invite();
      become(email, undefined, verification);
      expect(await failedSignIn()).toBe('not_verified');
    });

    it('refuses an address that is not invited, or whose invitation has expired, and creates nobody', async () => {
      const { email, userId } = await invite();
      await world.dataSource.query(`UPDATE password_links SET expires_at = now() WHERE user_id = $1`, [userId]);
      const users = 'SELECT count(*) FROM users';
      const [before] = await world.dataSource.query(users);
      become(email);
      expect(await failedSignIn()).toBe('not_invited');
      expect(await world.dataSource.query(users)).toEqual([before]);
    });

    it('refuses an address with invitations of two accounts, because one may be a trap', async () => {
      const { email } = await invite();
      await invite(email);
      become(email);
      expect(await failedSignIn()).toBe('several_invitations');
    });

    it('never takes over a user who has joined, by their address or by a second subject', async () => {
      const owner = await world.createOwner();
      become(owner.email);
      expect(await failedSignIn()).toBe('not_invited');
      const { email } = await joined();
      become(email);
      expect(await failedSignIn()).toBe('not_invited');
      await invite(owner.email);
      become(owner.email);
      expect(await failedSignIn()).toBe('address_taken');
    });

    it('ends at removal, and a session lasts at most 12 hours', async () => {
      const { owner, person, userId } = await joined('viewer');
      await world.dataSource.query(`UPDATE sessions SET created_at = now() - interval '12 hours' WHERE user_id = $1`, [
        userId,
      ]);
      expect(await whoami(person)).toBeNull();
      expect(await person.signIn()).toBe('/dashboard/');
      expect((await owner.send('DELETE', `/members/${userId}`)).status).toBe(204);
      expect(await whoami(person)).toBeNull();
      expect(await failedSignIn()).toBe('not_invited');
    });
  });

  describe('of a user without a password', () => {
    it('counts as joined: for new invitations, the last owner and password links', async () => {
      const { owner, userId, person, email } = await joined();
      expect((await owner.post(`/members/${userId}/invitation`)).status).toBe(409);
      expect((await person.call('DELETE', `/members/${owner.userId}`)).status).toBe(204);
      expect((await person.call('DELETE', `/members/${userId}`)).json.detail).toContain('needs an owner');
      const support = await world.browser().signIn((await world.createSupport()).email);
      await enableSecondFactor(support);
      const { json } = await support.post(`/support/users/${userId}/password-link`, {});
      expect(json).toMatchObject({ purpose: 'reset', email });
    });

    it('proves again with the provider alone: the same subject, authenticated within five minutes', async () => {
      const { person, userId, subject } = await joined();
      const makeStale = () =>
        world.dataSource.query(
          `UPDATE sessions SET password_checked_at = now() - interval '1 hour' WHERE user_id = $1`,
          [userId],
        );
      const change = () => person.call('POST', '/second-factor');
      const confirm = () => person.visit('/dashboard/api/session/oidc?confirm=true&to=/dashboard/you');
      await makeStale();
      expect((await change()).json.reason).toBe('fresh_password_required');
      expect((await whoami(person)).proofs).toEqual(['provider']);
      expect(await confirm()).toBe('/dashboard/you');
      expect((await change()).status).toBe(201);
      await makeStale();
      provider.alter = (claims) => ({ ...claims, auth_time: seconds() - 301 });
      expect(failure(await confirm())).toBe('not_confirmed');
      provider.alter = ({ auth_time: _, ...claims }) => claims;
      expect(failure(await confirm())).toBe('refused');
      provider.alter = undefined;
      become(undefined);
      person.leave(provider.issuer);
      expect(failure(await confirm())).toBe('not_confirmed');
      person.leave(provider.issuer);
      expect((await change()).json.reason).toBe('fresh_password_required');
      become(undefined, subject);
      expect(await confirm()).toBe('/dashboard/you');
    });

    it('keeps one way to sign in when both are removed at once', async () => {
      for (let round = 0; round < 3; round++) {
        const { person } = await joined();
        const device = new PasskeyDevice();
        const credential = device.create((await person.call('POST', '/passkeys/options', {})).json);
        const { json } = await person.call('POST', '/passkeys', { name: 'Laptop', credential });
        const removals = ['/provider-link', `/passkeys/${json.id}`].map((path) => person.call('DELETE', path));
        expect((await Promise.all(removals)).map(({ status }) => status).sort()).toEqual([204, 409]);
        expect((await whoami(person)).proofs).toHaveLength(1);
      }
    });

    it('gets a reset, and no invitation, from a link that is issued while the user joins', async () => {
      const { owner, userId, token } = await invite();
      const support = await world.browser().signIn((await world.createSupport()).email);
      await enableSecondFactor(support);
      const joining = world.dataSource.createQueryRunner();
      await joining.startTransaction();
      await joining.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      const issuing = support.post(`/support/users/${userId}/password-link`, {});
      await until('the link waits for the user', async () => {
        const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%users%'`;
        return (await world.dataSource.query(waits)).length > 0;
      });
      await joining.query(`INSERT INTO user_identities VALUES ($1, $2, $3)`, [provider.issuer, newSubject(), userId]);
      await joining.commitTransaction();
      await joining.release();
      expect((await issuing).json).toMatchObject({ purpose: 'reset' });
      // An invitation that was left over cannot be accepted.
      await world.dataSource.query(`UPDATE password_links SET purpose = 'invitation' WHERE user_id = $1`, [userId]);
      const left = (await issuing).json.url.split('#')[1];
      for (const link of [left, token]) {
        const accepted = await owner.post('/password-links/accept', { token: link, password: 'four words of hers' });
        expect(accepted.status).toBe(404);
      }
    });

    it('cannot unlink the only sign-in, and may choose a first password to do so', async () => {
      const { person, userId } = await joined();
      expect((await person.call('DELETE', '/provider-link')).json.detail).toContain('only way to sign in');
      expect((await person.call('PUT', '/password', { new_password: 'four words of hers' })).status).toBe(204);
      expect((await person.call('PUT', '/password', { new_password: 'four words of mine' })).status).toBe(422);
      expect((await person.call('DELETE', '/provider-link')).status).toBe(204);
      expect(await failedSignIn()).toBe('not_invited');
      const [count] = await world.dataSource.query('SELECT count(*)::int FROM user_identities WHERE user_id = $1', [
        userId,
      ]);
      expect(count).toEqual({ count: 0 });
    });
  });

  describe('of staff', () => {
    it('links from a signed-in session only, never by address or invitation', async () => {
      const { email } = await world.createSupport();
      become(email);
      expect(await failedSignIn()).toBe('not_invited');
      const { person, user } = await linked('support');
      expect((await whoami(person)).proofs).toContain('provider');
      const audit = await world.dataSource.query(
        `SELECT detail FROM audit_log WHERE action = 'user.link_provider' AND target_id = $1`,
        [`${user.userId}`],
      );
      expect(audit).toEqual([{ detail: { issuer: provider.issuer, subject: expect.any(String), by: 'session' } }]);
    });

    it('asks for the second factor of Loupe, unless amr contains mfa', async () => {
      const { factor } = await linked('support');
      const person = browser();
      expect(await person.signIn('/dashboard/audit')).toBe('/dashboard/sign-in?step=code&next=%2Faudit');
      expect(await whoami(person)).toBeNull();
      expect((await person.call('POST', '/session/oidc/code', { second_factor: '000000' })).status).toBe(401);
      expect(
        (await person.call('POST', '/session/oidc/code', { second_factor: codeOf(factor!.secret, 1) })).status,
      ).toBe(204);
      expect((await whoami(person)).user.role).toBe('support');
      expect(
        (await person.call('POST', '/session/oidc/code', { second_factor: factor!.recoveryCodes[0] })).status,
      ).toBe(401);
      provider.alter = (claims) => ({ ...claims, amr: ['pwd', 'mfa'] });
      const strong = browser();
      expect(await strong.signIn()).toBe('/dashboard/');
      expect((await strong.call('GET', '/support/staff')).status).toBe(200);
    });

    it('does not require a second factor of Loupe from staff whose provider proved one, once they are linked', async () => {
      const { email } = await world.createSupport();
      become(undefined);
      const person = browser();
      provider.alter = (claims) => ({ ...claims, amr: ['mfa'] });
      expect(failure(await person.signIn())).toBe('not_verified');
      expect((await person.call('POST', '/session/oidc/link', { email, password })).status).toBe(204);
      // Somebody else's factors, with a stolen password, would open the same session.
      expect((await person.call('GET', '/support/staff')).json.reason).toBe('second_factor_enrolment_required');
      const strong = browser();
      expect(await strong.signIn()).toBe('/dashboard/');
      expect((await strong.call('GET', '/support/staff')).status).toBe(200);
      provider.alter = undefined;
      const weak = browser();
      expect(await weak.signIn()).toBe('/dashboard/');
      expect((await weak.call('GET', '/support/staff')).json.reason).toBe('second_factor_enrolment_required');
      const device = new PasskeyDevice();
      const credential = device.create((await weak.call('POST', '/passkeys/options', {})).json);
      expect((await weak.call('POST', '/passkeys', { name: 'Key', credential })).status).toBe(201);
      expect(await failedSignIn()).toBe('passkey_required');
    });

    it('refuses a disabled user, whatever the provider says', async () => {
      const { user } = await linked('support');
      await world.dataSource.query('UPDATE users SET disabled_at = now() WHERE id = $1', [user.userId]);
      expect(await failedSignIn()).toBe('disabled');
    });
  });

  describe('of an existing user', () => {
    it('links once by password, survives a wrong one, and does not link a second person or user', async () => {
      const owner = await world.createOwner();
      const subject = become('elsewhere@example.com');
      const person = browser();
      expect(failure(await person.signIn())).toBe('not_invited');
      const link = (body: object) => person.call('POST', '/session/oidc/link', { email: owner.email, ...body });
      expect((await link({ password: 'wrong' })).status).toBe(401);
      expect((await link({ password })).status).toBe(204);
      expect((await link({ password })).status).toBe(401);
      expect((await whoami(person)).user.email).toBe(owner.email);
      become(undefined);
      person.leave(provider.issuer);
      expect(await linkFrom(person)).toBe(409);
      become(undefined, subject);
      const other = browser().adopt(await world.browser().signIn((await world.createOwner()).email));
      expect(await linkFrom(other)).toBe(409);
    });

    it('does not link a session that has ended while the browser was away', async () => {
      const signedIn = await world.ownerBrowser();
      const person = browser().adopt(signedIn);
      become(undefined);
      const at = `${world.api.baseUrl}/dashboard/api/session/oidc/callback`;
      const callback = await person.visit('/dashboard/api/session/oidc?link=true', { stopBefore: at });
      await signedIn.send('DELETE', '/session');
      await person.visit(callback.slice(world.api.baseUrl.length));
      expect((await person.call('PUT', '/provider-link')).status).toBe(401);
    });

    it('names the person before it links, and forgets them when somebody signs in otherwise', async () => {
      const owner = await world.createOwner();
      become('someone.else@example.com');
      const person = browser().adopt(await world.browser().signIn(owner.email));
      const waiting = async () => (await person.call('GET', '/session/visitor')).json.sign_in.waiting;
      await person.visit('/dashboard/api/session/oidc?link=true&to=/dashboard/you');
      expect(await waiting()).toBe('someone.else@example.com');
      expect((await person.call('POST', '/session', { email: owner.email, password })).status).toBe(200);
      expect(await waiting()).toBeNull();
      expect((await person.call('PUT', '/provider-link')).status).toBe(409);
    });

    it('never belongs to two users, nor a user to two persons, whatever happens at once', async () => {
      const visited = async (one: TwoSiteBrowser) => {
        await one.visit('/dashboard/api/session/oidc?link=true&to=/dashboard/you');
        return one;
      };
      const signedIn = async () => {
        const owner = await world.createOwner();
        return browser().adopt(await world.browser().signIn(owner.email));
      };
      const subject = become('shared@example.com');
      const rivals = [await visited(await signedIn()), await visited(await signedIn())];
      const statuses = async (people: TwoSiteBrowser[]) =>
        (await Promise.all(people.map((one) => one.call('PUT', '/provider-link')))).map(({ status }) => status).sort();
      expect(await statuses(rivals)).toEqual([204, 409]);
      const rows = await world.dataSource.query('SELECT user_id FROM user_identities WHERE subject = $1', [subject]);
      expect(rows).toHaveLength(1);

      const owner = await world.createOwner();
      const tabs = [];
      for (const name of ['first@example.com', 'second@example.com']) {
        become(name);
        tabs.push(await visited(browser().adopt(await world.browser().signIn(owner.email))));
      }
      expect(await statuses(tabs)).toEqual([204, 409]);
    });
  });

  describe('validates what comes back', () => {
    it.each([
      ['another nonce', { nonce: 'other' }, 'refused'],
      ['another issuer', { iss: 'https://other.example' }, 'refused'],
      ['another audience', { aud: 'other' }, 'refused'],
      ['a token that has expired', { exp: seconds() - 180 }, 'refused'],
    ])('and refuses %s', async (_case, changes, reason) => {
      await joined();
      provider.alter = (claims) => ({ ...claims, ...changes });
      expect(await failedSignIn()).toBe(reason);
    });

    it('and refuses a token that another key signed', async () => {
      await joined();
      provider.isForger = true;
      expect(await failedSignIn()).toBe('refused');
    });

    it.each([-60, 60])('and accepts a provider whose clock is %i s off', async (off) => {
      await joined();
      provider.alter = (claims) => ({ ...claims, iat: claims.iat! + off, exp: claims.exp! + off });
      expect(await browser().signIn()).toBe('/dashboard/');
    });

    it('and refuses another state, another browser and a replay, for which Loupe asks the provider nothing', async () => {
      await joined();
      const person = browser();
      const callback = await person.visit('/dashboard/api/session/oidc', {
        stopBefore: `${world.api.baseUrl}/dashboard/api/session/oidc/callback`,
      });
      const path = callback.slice(world.api.baseUrl.length);
      expect(failure(await person.visit(path.replace(/state=.{12}/, 'state=AAAAAAAAAAAA')))).toBe('expired');
      expect(failure(await person.visit(path.replace(/(state=.{14})../, '$1AA')))).toBe('refused');
      expect(failure(await browser().visit(path))).toBe('expired');
      expect(await whoami(person)).toBeNull();
    });

    it('and refuses the code of an attempt a second time, as after the back button, and one after ten minutes', async () => {
      await joined();
      const person = browser();
      const at = `${world.api.baseUrl}/dashboard/api/session/oidc/callback`;
      const callback = (await person.visit('/dashboard/api/session/oidc', { stopBefore: at })).slice(
        world.api.baseUrl.length,
      );
      const cookies = new Map(person.cookies);
      expect(await person.visit(callback)).toBe('/dashboard/');
      for (const [name, value] of cookies) person.cookies.set(name, value);
      expect(failure(await person.visit(callback))).toBe('expired');
      const late = (await person.visit('/dashboard/api/session/oidc', { stopBefore: at })).slice(
        world.api.baseUrl.length,
      );
      await world.dataSource.query('UPDATE sign_in_attempts SET expires_at = now()');
      expect(failure(await person.visit(late))).toBe('expired');
    });

    it('and lets two tabs sign in side by side', async () => {
      await joined();
      const person = browser();
      const at = `${world.api.baseUrl}/dashboard/api/session/oidc/callback`;
      const first = await person.visit('/dashboard/api/session/oidc?to=/dashboard/a', { stopBefore: at });
      const second = await person.visit('/dashboard/api/session/oidc?to=/dashboard/b', { stopBefore: at });
      expect(await person.visit(first.slice(world.api.baseUrl.length))).toBe('/dashboard/a');
      expect(await person.visit(second.slice(world.api.baseUrl.length))).toBe('/dashboard/b');
    });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/dashboard/../x',
    '/dashboardx',
    '/dashboard/api/session',
    '\\\\evil',
  ])('goes to the first page instead of %s', async (to) => {
    await joined();
    expect(await browser().signIn(to)).toBe('/dashboard/');
  });

  it('says so when a person cancels at the provider, with the request id', async () => {
    become(undefined);
    const path = await browser().visit('/dashboard/api/session/oidc?to=/dashboard/keys', { cancel: true });
    const { searchParams } = new URL(path, 'http://loupe');
    expect(Object.fromEntries(searchParams)).toEqual({
      failed: 'cancelled',
      next: '/keys',
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('says that a provider is down, and signs in when it is back, even if it cannot be discovered', async () => {
    const { subject, email } = await joined();
    const person = browser();
    const at = `${world.api.baseUrl}/dashboard/api/session/oidc/callback`;
    const callback = await person.visit('/dashboard/api/session/oidc', { stopBefore: at });
    provider.isDown = true;
    expect(failure(await person.visit(callback.slice(world.api.baseUrl.length)))).toBe('provider_down');
    provider.isDown = false;
    // What was known of the provider stays known.
    provider.isUndiscoverable = true;
    become(email, subject);
    expect(await browser().signIn()).toBe('/dashboard/');
    provider.isDown = true;
    const again = await browser().visit('/dashboard/api/session/oidc', { stopBefore: provider.issuer });
    expect(again).toContain('/auth?');
    Object.assign(provider, { isDown: false, isUndiscoverable: false });
  });

  it('signs in with new keys of the provider, at the latest after one attempt that was refused', async () => {
    const { subject, email } = await joined();
    provider.register(world.api.baseUrl);
    become(email, subject);
    // Refused, unless the old keys were read more than a minute ago.
    await browser().signIn();
    expect(await browser().signIn()).toBe('/dashboard/');
  });

  it('leads to the sign-in page also when a request fails before it is handled', async () => {
    const to = `/dashboard/${'x'.repeat(2_000)}`;
    const begin = (query: string, headers = {}) =>
      fetch(`${world.api.baseUrl}/dashboard/api/session/oidc?${query}`, { redirect: 'manual', headers });
    const long = await begin(`to=${to}`);
    expect({ status: long.status, failed: failure(long.headers.get('location')!) }).toEqual({
      status: 303,
      failed: 'failed',
    });
    const cookie = `loupe_session=${randomBytes(32).toString('base64url')}`;
    const time = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const many = await Promise.all(Array.from({ length: 25 }, () => begin('to=/dashboard/keys', { cookie })));
    time.mockRestore();
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([303]));
    const locations = many.map(({ headers }) => headers.get('location')!).filter((one) => failure(one) === 'too_many');
    expect(locations[0]).toMatch(/request=[\da-f-]{36}&next=%2Fkeys$/);
  });

  it('gives up on a provider that is slow', async () => {
    await joined();
    const at = `${world.api.baseUrl}/dashboard/api/session/oidc/callback`;
    const person = browser();
    const callback = await person.visit('/dashboard/api/session/oidc', { stopBefore: at });
    let release = () => {};
    provider.held = new Promise((resolve) => {
      release = resolve;
    });
    expect(failure(await person.visit(callback.slice(world.api.baseUrl.length)))).toBe('provider_down');
    release();
  });

  it('limits how many visits a browser begins, and not its neighbours at the same address', async () => {
    const person = browser();
    let failed: string | null = null;
    for (let visits = 0; visits < 32 && failed === null; visits++)
      failed = failure(await person.visit('/dashboard/api/session/oidc', { stopBefore: provider.issuer }));
    expect(failed).toBe('too_many');
    const neighbour = Object.assign(browser(), { address: person.address });
    expect(await neighbour.visit('/dashboard/api/session/oidc', { stopBefore: provider.issuer })).toContain('/auth?');
  });
});
