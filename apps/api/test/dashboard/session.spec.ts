import { clock } from '../../src/platform/clock';
import { commit, version } from '../../src/platform/version';
import { codeOf, enableSecondFactor } from './authenticator';
import { Browser, DashboardWorld, password } from './dashboard-world';

/** Runs `work` while the clock of this process, but not that of the database, is shifted by this many hours. */
async function withHoursAhead(hours: number, work: () => Promise<void>): Promise<void> {
  const now = clock.wallMs;
  const time = jest.spyOn(clock, 'wallMs').mockImplementation(() => now() + hours * 3_600_000);
  await work().finally(() => time.mockRestore());
}

describe('sessions', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.stop());

  it.each([-20, 20])('use the database clock when the clock of this machine is %d hours off', async (hours) => {
    const browser = await world.ownerBrowser();
    const [{ id }] = await world.dataSource.query('SELECT max(id) AS id FROM sessions');
    const set = (columns: string) => world.dataSource.query(`UPDATE sessions SET ${columns} WHERE id = $1`, [id]);
    const needsPassword = async () => (await browser.post('/webhooks', { url: 'x' })).json.reason;
    await set(`last_seen_at = now() - interval '11 hours', password_checked_at = now() - interval '9 minutes'`);
    await withHoursAhead(hours, async () => {
      expect(await needsPassword()).toBeUndefined();
      await set(`password_checked_at = now() - interval '11 minutes'`);
      expect(await needsPassword()).toBe('fresh_password_required');
    });
    const lately = `SELECT now() - last_seen_at < interval '1 minute' AS lately FROM sessions WHERE id = $1`;
    expect(await world.dataSource.query(lately, [id])).toEqual([{ lately: true }]);
  });

  describe('POST /session', () => {
    it('returns 200 for an owner, with a cookie that scripts cannot read and other sites cannot send', async () => {
      const { email, userId, accountId } = await world.createOwner();
      const answer = await world.browser().post('/session', { email: ` ${email.toUpperCase()} `, password });
      expect(answer.status).toBe(200);
      expect(answer.json.user).toEqual({ id: `${userId}`, email, role: 'owner', account_id: `${accountId}` });
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^loupe_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/),
        expect.stringMatching(/^loupe_device=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/),
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('returns 200 for support, without an account, and names the version and the commit', async () => {
      const { email, userId } = await world.createSupport();
      const { json } = await world.browser().post('/session', { email, password });
      expect(json.user).toEqual({ id: `${userId}`, email, role: 'support', account_id: null });
      expect(json).toMatchObject({ version, commit });
    });

    it('returns 200 and replaces the browser’s session, so that a planted cookie is worthless', async () => {
      const { email } = await world.createOwner();
      const browser = await world.browser().signIn(email);
      const old = Object.assign(world.browser(), { cookie: browser.cookie });
      await browser.signIn(email);
      expect(browser.cookie).not.toBe(old.cookie);
      expect((await old.get('/session')).status).toBe(401);
      expect((await browser.get('/session')).status).toBe(200);
    });

    it('returns 200 and stores only a hash of the cookie', async () => {
      const { cookie } = await world.ownerBrowser();
      const token = cookie!.split('=')[1]!;
      expect(await world.rowsWith('sessions', token)).toEqual([]);
    });

    it('returns the same 401 for a wrong password, an unknown address and a user without a password', async () => {
      const { email } = await world.createOwner();
      const invited = await world.createOwner();
      await world.dataSource.query('UPDATE users SET password_hash = NULL WHERE id = $1', [invited.userId]);
      const attempts = [email, 'nobody@example.com', invited.email].map((one) =>
        world.browser().post('/session', { email: one, password: 'not the password' }),
      );
      const bodies = (await Promise.all(attempts)).map(({ status, headers, json }) => {
        expect(headers.getSetCookie()).toEqual([]);
        const { request_id, ...rest } = json;
        return { status, ...rest };
      });
      expect(bodies[0]).toMatchObject({ status: 401, code: 'unauthorized' });
      expect(bodies[1]).toEqual(bodies[0]);
      expect(bodies[2]).toEqual(bodies[0]);
    });

    it('returns 401 and audits the IP, also for an unknown email address', async () => {
      const { email, userId, accountId } = await world.createOwner();
      const unknown = `nobody-${userId}@example.com`;
      for (const who of [email, unknown]) await world.browser().post('/session', { email: who, password: 'not this' });
      const rows = await world.dataSource.query(
        `SELECT actor_user_id, actor_label, address, account_id, target_id, detail FROM audit_log
          WHERE action = 'user.sign_in_failed' AND actor_label = ANY($1) ORDER BY id`,
        [[email, unknown]],
      );
      const alike = { actor_user_id: null, address: expect.stringMatching(/^10\./), detail: { wrong: 'password' } };
      expect(rows).toEqual([
        { ...alike, actor_label: email, account_id: `${accountId}`, target_id: `${userId}` },
        { ...alike, actor_label: unknown, account_id: null, target_id: 'unknown' },
      ]);
    });

    it('returns 422 with every validation error', async () => {
      const { status, json } = await world.browser().post('/session', { email: 'nobody', surprise: 1 });
      expect(status).toBe(422);
      expect(json.errors).toEqual(
        expect.arrayContaining([
          { in: 'body', parameter: 'email', message: 'must be an email address' },
          { in: 'body', parameter: 'password', message: 'must be a text of 1 to 256 characters' },
          { in: 'body', parameter: 'surprise', message: 'is not allowed' },
        ]),
      );
      expect(json.errors).toHaveLength(3);
    });

    it('returns 429 to a guesser of one account, also of a missing account', async () => {
      const { email } = await world.createOwner();
      for (const guessed of [email, 'no-such-account@example.com']) {
        const guesser = world.browser();
        const guess = () => guesser.post('/session', { email: guessed, password: 'guess' });
        const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
        // Each attempt is counted before it is checked, so concurrent ones do not all slip through.
        expect(statuses.filter((status) => status === 401)).toHaveLength(5);
        const next = await guesser.post('/session', { email: guessed, password });
        expect(next.status).toBe(429);
        expect(Number(next.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
    });
  });

  describe('the audit log', () => {
    const entriesOf = async (userId: number) =>
      (
        await world.dataSource.query(
          `SELECT action, detail->>'wrong' AS wrong FROM audit_log
           WHERE target_type = 'user' AND target_id = $1 AND action NOT IN ('user.sign_in', 'user.enable_second_factor') ORDER BY id`,
          [`${userId}`],
        )
      ).map(({ action, wrong }: { action: string; wrong: string | null }) => (wrong ? `${action} ${wrong}` : action));

    it('has one entry for each wrong password and code, wherever it was entered', async () => {
      const owner = await world.ownerBrowser();
      await owner.post('/second-factor');
      expect((await owner.post('/second-factor/confirm', { code: '12345' })).status).toBe(422);
      const { secret } = await enableSecondFactor(owner);
      const session = { email: owner.email, password };
      const wrong: [string, string, object][] = [
        ['POST', '/session', { ...session, password: 'wrong' }],
        ['POST', '/session', { ...session, second_factor: '000000' }],
        ['POST', '/session', { ...session, second_factor: 'wrong-codes' }],
        ['POST', '/session/confirm', { password: 'wrong' }],
        ['POST', '/session/confirm', { password, second_factor: '000000' }],
        ['PUT', '/password', { current_password: 'wrong', new_password: 'another good password' }],
      ];
      for (const [method, path, body] of wrong) {
        const browser = path === '/session' ? world.browser() : owner;
        expect([path, (await browser.send(method, path, { body })).status]).toEqual([
          path,
          path === '/session' ? 401 : 422,
        ]);
      }
      expect(await entriesOf(owner.userId)).toEqual([
        'user.proof_failed second_factor',
        'user.sign_in_failed password',
        'user.sign_in_failed second_factor',
        'user.sign_in_failed second_factor',
        'user.proof_failed password',
        'user.proof_failed second_factor',
        'user.proof_failed password',
      ]);
      expect((await owner.post('/session/confirm', { password, second_factor: codeOf(secret, 1) })).status).toBe(200);
      expect(await entriesOf(owner.userId)).toHaveLength(7);
    });

    it('has one entry for each session that a user ends', async () => {
      const owner = await world.ownerBrowser();
      const others = [];
      for (const _ of [1, 2, 3]) others.push(await world.browser().signIn(owner.email));
      const { items } = (await owner.get('/sessions')).json;
      const other = items.find(({ current }: { current: boolean }) => !current);
      expect((await owner.send('DELETE', `/sessions/${other.id}`)).status).toBe(204);
      expect((await owner.send('DELETE', `/sessions/${other.id}`)).status).toBe(404);
      expect((await owner.send('DELETE', '/sessions')).status).toBe(204);
      expect((await owner.send('DELETE', '/session')).status).toBe(204);
      expect(await entriesOf(owner.userId)).toEqual(['user.end_session', 'user.end_other_sessions', 'user.sign_out']);
    });
  });

  describe('GET and DELETE /session', () => {
    it('returns 200 with the signed-in user', async () => {
      const { email, accountId } = await world.createOwner();
      const { status, json } = await (await world.browser().signIn(email)).get('/session');
      expect(status).toBe(200);
      expect(json).toMatchObject({
        user: { email, role: 'owner', account_id: `${accountId}` },
        second_factor: { enabled: false, required: false },
      });
      expect(Date.parse(json.password_fresh_until)).toBeGreaterThan(Date.now());
    });

    it('returns 401 without a cookie, or with an invented one', async () => {
      expect((await world.browser().get('/session')).status).toBe(401);
      const forged = Object.assign(world.browser(), { cookie: `loupe_session=${'A'.repeat(43)}` });
      expect((await forged.get('/session')).json).toMatchObject({ status: 401, code: 'unauthorized' });
    });

    it('returns 200 at /session/visitor with the session, or with null when nobody is signed in', async () => {
      const { email } = await world.createOwner();
      const signedIn = await world.browser().signIn(email);
      expect((await signedIn.get('/session/visitor')).json).toEqual({
        session: (await signedIn.get('/session')).json,
        sign_in: { password: true, provider: null, waiting: null },
      });
      const forged = Object.assign(world.browser(), { cookie: `loupe_session=${'A'.repeat(43)}` });
      for (const browser of [world.browser(), forged])
        expect(await browser.get('/session/visitor')).toMatchObject({ status: 200, json: { session: null } });
    });

    it('returns 204 and ends the session on the server, so that a copy of the cookie is worthless', async () => {
      const browser = await world.ownerBrowser();
      const copy = Object.assign(world.browser(), { cookie: browser.cookie });
      const { status, headers } = await browser.send('DELETE', '/session');
      expect(status).toBe(204);
      expect(headers.getSetCookie()[0]).toMatch(/^loupe_session=; Path=\/; Max-Age=0;/);
      expect((await copy.get('/session')).status).toBe(401);
    });

    it.each([
      ['owner', 'last_seen_at', '12 hours'],
      ['owner', 'created_at', '7 days'],
      ['support', 'last_seen_at', '30 minutes'],
      ['support', 'created_at', '12 hours'],
    ] as const)('returns 401 for a session of %s when %s is %s ago', async (role, column, limit) => {
      const browser = await (role === 'owner' ? world.ownerBrowser() : world.supportBrowser());
      const age = async (seconds: number) => {
        const set = `${column} = now() - interval '${limit}' + make_interval(secs => ${seconds})`;
        await world.dataSource.query(`UPDATE sessions SET ${set} WHERE user_id = $1`, [browser.userId]);
        return (await browser.get('/session')).status;
      };
      expect(await age(60)).toBe(200);
      expect(await age(-1)).toBe(401);
    });
  });

  describe('POST /session/confirm', () => {
    it('returns 200 and makes the password fresh again', async () => {
      const browser = await world.ownerBrowser();
      await world.dataSource.query(
        `UPDATE sessions SET password_checked_at = now() - interval '11 minutes' WHERE user_id = $1`,
        [browser.userId],
      );
      expect(Date.parse((await browser.get('/session')).json.password_fresh_until)).toBeLessThan(Date.now());
      const { status, json } = await browser.post('/session/confirm', { password });
      expect(status).toBe(200);
      expect(Date.parse(json.password_fresh_until)).toBeGreaterThan(Date.now());
      expect(Date.parse((await browser.get('/session')).json.password_fresh_until)).toBeGreaterThan(Date.now());
    });

    it('returns 429 after too many wrong passwords', async () => {
      const browser = await world.ownerBrowser();
      for (let n = 0; n < 6; n++) await browser.post('/session/confirm', { password: 'wrong' });
      expect((await browser.post('/session/confirm', { password })).status).toBe(429);
    });
  });

  describe('/sessions', () => {
    const ids = async (browser: Browser) =>
      (await browser.get('/sessions')).json.items.map(({ id }: { id: string }) => id);

    it('returns 200 with the user’s live sessions, the present one marked', async () => {
      const { email } = await world.createOwner();
      const first = await world.browser().signIn(email);
      const headers = { 'user-agent': 'Second browser' };
      const second = world.browser();
      await second.post('/session', { email, password }, headers);
      await world.ownerBrowser();
      const { json } = await first.get('/sessions');
      expect(json.items).toHaveLength(2);
      expect(json.items.find(({ current }: { current: boolean }) => !current)).toMatchObject({
        user_agent: 'Second browser',
        address: second.address,
      });
    });

    it('returns 204 and ends one session, or all others', async () => {
      const { email } = await world.createOwner();
      const [mine, second, third] = await Promise.all([1, 2, 3].map(() => world.browser().signIn(email)));
      const { items } = (await second!.get('/sessions')).json;
      const { id } = items.find(({ current }: { current: boolean }) => current);
      expect((await mine!.send('DELETE', `/sessions/${id}`)).status).toBe(204);
      expect((await second!.get('/session')).status).toBe(401);
      expect((await third!.get('/session')).status).toBe(200);
      expect((await mine!.send('DELETE', '/sessions')).status).toBe(204);
      expect((await third!.get('/session')).status).toBe(401);
      expect(await ids(mine!)).toHaveLength(1);
    });
  });
});
