import { codeOf } from './authenticator';
import { type Browser, DashboardWorld, type OwnerOfAccount, type Person, password } from './dashboard-world';

const fresh = 'another good password';

describe('account recovery during a concurrent sign-in', () => {
  let world: DashboardWorld;
  let support: Browser & Person;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    support = await world.supportBrowser();
  });
  afterAll(() => world.stop());

  async function underAttack(email: string, recover: () => Promise<unknown>): Promise<Browser[]> {
    // Removes sign-in limits, because attackers from other IPs have their own limits.
    await world.dataSource.query('TRUNCATE sign_in_throttles');
    const thieves = Array.from({ length: 3 }, () => world.browser());
    let over = false;
    const attacks = thieves.map(async (thief) => {
      do await thief.post('/session', { email, password });
      while (!over);
    });
    await recover().finally(() => (over = true));
    await Promise.all(attacks);
    return thieves.filter(({ cookie }) => cookie !== undefined);
  }

  const isSignedIn = async (browser: Browser) => (await browser.get('/session')).status === 200;
  const survivors = async (thieves: Browser[]) => (await Promise.all(thieves.map(isSignedIn))).filter(Boolean).length;
  const rounds = (count: number) => Array.from({ length: count }, (_, round) => round);

  it('leaves no session of the old password after any of ten password resets', async () => {
    let letIn = 0;
    for (const _ of rounds(10)) {
      const { email, userId } = await world.createOwner();
      const { json } = await support.post(`/support/users/${userId}/password-link`);
      const token = new URL(json.url).hash.slice(1);
      const thieves = await underAttack(email, async () => {
        const { status } = await world.browser().post('/password-links/accept', { token, password: fresh });
        expect(status).toBe(200);
      });
      letIn += thieves.length;
      expect(await survivors(thieves)).toBe(0);
    }
    // Sessions had been opened until the reset ended them, so the attack was real.
    expect(letIn).toBeGreaterThan(0);
  });

  it('leaves only the session that changed the password', async () => {
    for (const _ of rounds(5)) {
      const owner = await world.ownerBrowser();
      const thieves = await underAttack(owner.email, async () => {
        const body = { current_password: password, new_password: fresh };
        expect((await owner.send('PUT', '/password', { body })).status).toBe(204);
      });
      expect(await survivors(thieves)).toBe(0);
      expect(await isSignedIn(owner)).toBe(true);
    }
  });

  it('ends every session that was opened before the owner confirmed a second factor', async () => {
    for (const _ of rounds(5)) {
      const owner = await world.ownerBrowser();
      const { secret } = (await owner.post('/second-factor')).json;
      const thieves = await underAttack(owner.email, async () => {
        expect((await owner.post('/second-factor/confirm', { code: codeOf(secret) })).status).toBe(200);
      });
      expect(await survivors(thieves)).toBe(0);
      expect(await isSignedIn(owner)).toBe(true);
    }
  });

  it('ends all sessions of a disabled colleague, and enabling the colleague revives none', async () => {
    for (const _ of rounds(5)) {
      const clerk = await world.createSupport();
      const change = (verb: string) => support.post(`/support/staff/${clerk.userId}/${verb}`);
      const thieves = await underAttack(clerk.email, async () => expect((await change('disable')).status).toBe(200));
      await change('enable');
      expect(await survivors(thieves)).toBe(0);
    }
  });

  it('prevents a thief with an open session from undoing a concurrent reset', async () => {
    for (const _ of rounds(5)) {
      const owner: OwnerOfAccount = await world.createOwner();
      const thief = await world.browser().signIn(owner.email);
      const { json } = await support.post(`/support/users/${owner.userId}/password-link`);
      const token = new URL(json.url).hash.slice(1);
      const body = { current_password: password, new_password: 'the password of a thief' };
      const [reset] = await Promise.all([
        world.browser().post('/password-links/accept', { token, password: fresh }),
        thief.send('PUT', '/password', { body }),
      ]);
      // If the thief was first, the link has become invalid, so the owner notices and requests another.
      const good = reset.status === 200 ? fresh : body.new_password;
      expect((await world.browser().post('/session', { email: owner.email, password: good })).status).toBe(200);
      if (reset.status === 200) expect(await isSignedIn(thief)).toBe(false);
    }
  });

  it('lets the owner sign in six seconds after the reset when a thief has exhausted the sign-in limit', async () => {
    const owner = await world.createOwner();
    const thief = world.browser();
    let refused = 200;
    for (let n = 0; n < 40 && refused === 200; n++)
      refused = (await thief.post('/session', { email: owner.email, password })).status;
    expect(refused).toBe(429);
    const { json } = await support.post(`/support/users/${owner.userId}/password-link`);
    const mine = world.browser();
    await mine.post('/password-links/accept', { token: new URL(json.url).hash.slice(1), password: fresh });
    await world.dataSource.query(`UPDATE sign_in_throttles SET whole_at = whole_at - interval '6 seconds'`);
    expect((await mine.post('/session', { email: owner.email, password: fresh })).status).toBe(200);
  });
});

describe('re-authentication', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.stop());

  const steps: [string, (browser: Browser) => Promise<unknown>][] = [
    ['POST /session/confirm', (browser) => browser.post('/session/confirm', { password })],
    [
      'PUT /password',
      (browser) => browser.send('PUT', '/password', { body: { current_password: password, new_password: fresh } }),
    ],
    [
      'POST /second-factor/confirm',
      async (browser) => {
        const { secret } = (await browser.post('/second-factor')).json;
        return browser.post('/second-factor/confirm', { code: codeOf(secret) });
      },
    ],
  ];

  it.each(steps)('by %s issues a new token, so that a token stolen earlier is worthless', async (_, step) => {
    const browser = await world.ownerBrowser();
    const stolen = Object.assign(world.browser(), { cookie: browser.cookie });
    await step(browser);
    expect(browser.cookie).not.toBe(stolen.cookie);
    expect((await stolen.get('/session')).status).toBe(401);
    expect((await browser.get('/session')).status).toBe(200);
    expect((await browser.get('/sessions')).json.items).toHaveLength(1);
  });

  it('issues one token when two tabs confirm the password at the same moment', async () => {
    const browser = await world.ownerBrowser();
    const tabs = [1, 2].map(() => Object.assign(world.browser(), { cookie: browser.cookie }));
    const answers = await Promise.all(tabs.map((tab) => tab.post('/session/confirm', { password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = tabs[answers.findIndex(({ status }) => status === 200)]!;
    expect((await winner.get('/session')).status).toBe(200);
  });
});
