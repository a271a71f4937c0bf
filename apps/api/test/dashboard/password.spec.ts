import { randomUUID } from 'node:crypto';
import { enableSecondFactor } from './authenticator';
import { type Browser, DashboardWorld, password } from './dashboard-world';

const fresh = 'another good password';

describe('passwords', () => {
  let world: DashboardWorld;
  let support: Browser;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    support = await world.supportBrowser();
  });
  afterAll(() => world.stop());

  describe('PUT /password', () => {
    const change = (browser: Browser, body: object) => browser.send('PUT', '/password', { body });

    it('returns 204, replaces the password, and ends every other session', async () => {
      const { email } = await world.createOwner();
      const other = await world.browser().signIn(email);
      const browser = await world.browser().signIn(email);
      expect((await change(browser, { current_password: password, new_password: fresh })).status).toBe(204);
      expect((await browser.get('/session')).status).toBe(200);
      expect((await other.get('/session')).status).toBe(401);
      expect((await world.browser().post('/session', { email, password })).status).toBe(401);
      expect((await world.browser().post('/session', { email, password: fresh })).status).toBe(200);
    });

    it.each([
      [{ current_password: 'wrong', new_password: fresh }, 'current_password', 'is not your password'],
      [{ current_password: password, new_password: 'short' }, 'new_password', 'must have 12 to 256 characters'],
      [
        { current_password: password, new_password: 'qwerty123456' },
        'new_password',
        'must not be a commonly used password',
      ],
    ])('returns 422 for %j', async (body, parameter, message) => {
      const browser = await world.ownerBrowser();
      const answer = await change(browser, body);
      expect(answer.status).toBe(422);
      expect(answer.json.errors).toEqual([{ in: 'body', parameter, message }]);
      expect((await world.browser().signIn(browser.email)).cookie).toBeDefined();
    });
  });

  describe('password links', () => {
    const tokenOf = (url: string) => new URL(url).hash.slice(1);
    const factorsOf = (userId: number) =>
      world.dataSource.query('SELECT FROM second_factors WHERE user_id = $1', [userId]);

    async function invite(): Promise<{ token: string; email: string; ownerId: string; accountId: string }> {
      const email = `invited-${randomUUID()}@example.com`;
      const { json } = await support.post('/support/accounts', { name: 'Invited Ltd', owner_email: email });
      return { token: tokenOf(json.invitation_url), email, ownerId: json.owner.id, accountId: json.id };
    }

    it('let an invited owner set a password once', async () => {
      const { token, email } = await invite();
      const inspected = await world.browser().post('/password-links/inspect', { token });
      expect(inspected.json).toMatchObject({ purpose: 'invitation', email });
      const accepted = await world.browser().post('/password-links/accept', { token, password: fresh });
      expect(accepted).toMatchObject({ status: 200, json: { purpose: 'invitation', email } });
      expect((await world.browser().post('/session', { email, password: fresh })).status).toBe(200);
      const again = await world.browser().post('/password-links/accept', { token, password: fresh });
      expect(again).toMatchObject({ status: 404, json: { code: 'not_found' } });
    });

    it('work for one of two concurrent uses', async () => {
      const { token, email } = await invite();
      const passwords = ['the first good password', 'the second good password'];
      const answers = await Promise.all(
        passwords.map((chosen) => world.browser().post('/password-links/accept', { token, password: chosen })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const winner = passwords[answers.findIndex(({ status }) => status === 200)];
      expect((await world.browser().post('/session', { email, password: winner })).status).toBe(200);
    });

    it('stay valid after a rejected password', async () => {
      const { token } = await invite();
      const poor = await world.browser().post('/password-links/accept', { token, password: 'short' });
      expect(poor).toMatchObject({ status: 422, json: { errors: [{ in: 'body', parameter: 'password' }] } });
      expect((await world.browser().post('/password-links/accept', { token, password: fresh })).status).toBe(200);
    });

    it('return 404 once they have expired or been replaced', async () => {
      const { token, ownerId } = await invite();
      const newer = await support.post(`/support/users/${ownerId}/password-link`);
      expect(newer).toMatchObject({ status: 201, json: { purpose: 'invitation' } });
      expect((await world.browser().post('/password-links/inspect', { token })).status).toBe(404);
      const body = { token: tokenOf(newer.json.url) };
      expect((await world.browser().post('/password-links/inspect', body)).status).toBe(200);
      await world.dataSource.query(`UPDATE password_links SET expires_at = now() WHERE user_id = $1`, [ownerId]);
      expect((await world.browser().post('/password-links/inspect', body)).status).toBe(404);
    });

    it('reset a password, end every session, and remove a lost second factor on request', async () => {
      const owner = await world.ownerBrowser();
      await world.dataSource.query(
        `INSERT INTO second_factors (user_id, encrypted_secret, enabled_at) VALUES ($1, 'lost', now())`,
        [owner.userId],
      );
      const issued = await support.post(`/support/users/${owner.userId}/password-link`, { reset_second_factor: true });
      expect(issued.json).toMatchObject({ purpose: 'reset', email: owner.email });
      const token = tokenOf(issued.json.url);
      await world.browser().post('/password-links/accept', { token, password: fresh });
      expect((await owner.get('/session')).status).toBe(401);
      expect((await world.browser().post('/session', { email: owner.email, password: fresh })).status).toBe(200);
      expect(await factorsOf(owner.userId)).toEqual([]);
    });

    it('leave the second factor unchanged unless its removal was requested', async () => {
      const owner = await world.ownerBrowser();
      await enableSecondFactor(owner);
      const { json } = await support.post(`/support/users/${owner.userId}/password-link`);
      const accepted = await world
        .browser()
        .post('/password-links/accept', { token: tokenOf(json.url), password: fresh });
      expect(accepted.status).toBe(200);
      expect(await factorsOf(owner.userId)).toHaveLength(1);
      expect((await world.browser().post('/session', { email: owner.email, password: fresh })).status).toBe(401);
    });

    it('are not issued for staff or for unknown users, and support gets a 404', async () => {
      const { userId } = await world.createSupport();
      for (const id of [userId, 999_999, 'x']) {
        expect((await support.post(`/support/users/${id}/password-link`)).status).toBe(404);
      }
    });

    it('are stored as a hash', async () => {
      const { token } = await invite();
      expect(await world.rowsWith('password_links', token)).toEqual([]);
    });
  });
});
