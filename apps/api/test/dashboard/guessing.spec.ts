import { SignInThrottlesRepository } from '../../src/core/identity/sign-in-throttles.repository';
import type { Db } from '../../src/platform/database/db';
import { startTestApi, type TestApi } from '../support/test-api';
import { Browser, DashboardWorld, type Person, password } from './dashboard-world';

const wrong = 'not the password';

describe('password guessing', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start({});
  });
  beforeEach(() => world.dataSource.query('TRUNCATE sign_in_throttles'));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.stop());

  const signIn = async (browser: Browser, { email }: Person, typed: string) =>
    (await browser.post('/session', { email, password: typed })).status;
  const elapse = (seconds: number) =>
    world.dataSource.query('UPDATE sign_in_throttles SET whole_at = whole_at - make_interval(secs => $1)', [seconds]);

  /** Stops the clock of the throttles, which is that of the database: they recover only as {@link elapse} says. */
  async function stopClock(): Promise<void> {
    const [{ now }] = await world.dataSource.query('SELECT now()::text AS now');
    const throttles = world.api.app.get(SignInThrottlesRepository, { strict: false });
    const [secondsToWait, take] = [throttles.secondsToWait.bind(throttles), throttles.take.bind(throttles)];
    const stopped = (db: Db): Db => ({
      query: (sql, values) => db.query(sql.replaceAll('now()', `'${now}'::timestamptz`), values),
    });
    jest.spyOn(throttles, 'secondsToWait').mockImplementation((db, wanted) => secondsToWait(stopped(db), wanted));
    jest.spyOn(throttles, 'take').mockImplementation((db, wanted) => take(stopped(db), wanted));
  }

  /** Guesses twice a second for a minute, from 20 IPs in turn. @returns the number of checked guesses. */
  async function underGuesses(victim: Person, everyThreeSeconds: () => Promise<unknown>): Promise<number> {
    const guessers = Array.from({ length: 20 }, () => world.browser());
    let checked = 0;
    for (let guess = 0; guess < 120; guess++) {
      if ((await signIn(guessers[guess % 20]!, victim, wrong)) === 401) checked++;
      await elapse(0.5);
      if (guess % 6 === 0) await everyThreeSeconds();
    }
    return checked;
  }

  it('does not lock the owner out, on a trusted or a new device, when it comes from 20 IPs', async () => {
    const owner = await world.createOwner();
    const known = await world.browser().signIn(owner.email);
    const statuses: number[] = [];
    const checked = await underGuesses(owner, async () => {
      const browser = statuses.length % 2 === 0 ? known : world.browser();
      statuses.push(await signIn(browser, owner, password));
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Each IP gets five attempts.
    expect(checked).toBe(100);
  });

  it('locks out only untrusted devices when it comes from many IPs, and only for seconds after it stops', async () => {
    const owner = await world.createOwner();
    const known = await world.browser().signIn(owner.email);
    const guess = () => signIn(world.browser(), owner, wrong);
    await stopClock();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push(...(await Promise.all(Array.from({ length: 10 }, guess))));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
    expect(statuses.at(-1)).toBe(429);
    const refused = await world.browser().post('/session', { email: owner.email, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(5);
    expect(await signIn(known, owner, password)).toBe(200);
    await elapse(5);
    expect(await signIn(world.browser(), owner, password)).toBe(200);
  });

  it('does not lock out a trusted device at the same IP', async () => {
    const owner = await world.createOwner();
    const known = await world.browser().signIn(owner.email);
    const guesser = Object.assign(world.browser(), { address: known.address });
    for (let n = 0; n < 7; n++) await signIn(guesser, owner, wrong);
    expect(await signIn(guesser, owner, password)).toBe(429);
    expect(await signIn(known, owner, password)).toBe(200);
  });

  it('is limited on a trusted device as well', async () => {
    const owner = await world.createOwner();
    const known = await world.browser().signIn(owner.email);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push(await signIn(known, owner, wrong));
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('gains nothing from a device cookie that is forged, of another user, or from before a change of password', async () => {
    const [owner, other] = [await world.createOwner(), await world.ownerBrowser()];
    const known = await world.browser().signIn(owner.email);
    const old = known.device;
    const body = { current_password: password, new_password: 'another good password' };
    expect((await known.send('PUT', '/password', { body })).status).toBe(204);
    const forged = `loupe_device=${'A'.repeat(22)}.${'A'.repeat(43)}`;
    for (const device of [forged, other.device, old]) {
      const guesser = Object.assign(world.browser(), { device });
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push(await signIn(guesser, owner, wrong));
      expect({ device, statuses }).toEqual({ device, statuses: [401, 401, 401, 401, 401, 429] });
    }
    expect(known.device).not.toBe(old);
  });

  it('does not affect a signed-in user who confirms the password', async () => {
    const support = await world.supportBrowser();
    await underGuesses(support, async () => undefined);
    expect((await support.post('/session/confirm', { password })).status).toBe(200);
    const body = { current_password: password, new_password: 'another good password' };
    expect((await support.send('PUT', '/password', { body })).status).toBe(204);
  });

  it('is limited over many accounts from one IP, and other IPs are not affected', async () => {
    const guesser = world.browser();
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++)
      statuses.push((await guesser.post('/session', { email: `somebody-${n}@example.com`, password: wrong })).status);
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
    const owner = await world.createOwner();
    expect(await signIn(guesser, owner, password)).toBe(429);
    expect(await signIn(world.browser(), owner, password)).toBe(200);
  });

  it('leaves no throttle that lasts longer than an hour', async () => {
    await signIn(world.browser(), await world.createOwner(), wrong);
    const rows = () =>
      world.dataSource.query(
        "SELECT max(whole_at) - now() < interval '1 hour 1 second' AS soon FROM sign_in_throttles",
      );
    expect(await rows()).toEqual([{ soon: true }]);
  });

  describe('at several processes', () => {
    let second: TestApi;
    const start = () => startTestApi({ TRUSTED_PROXIES: '127.0.0.1', DATABASE_URL: world.api.database.url });
    beforeAll(async () => {
      second = await start();
    });
    afterAll(() => second.stop());

    it('is counted over all processes', async () => {
      const owner = await world.createOwner();
      const first = world.browser();
      const same = Object.assign(new Browser(second.baseUrl), { address: first.address });
      const guesses = Array.from({ length: 20 }, (_, n) => signIn(n % 2 ? first : same, owner, wrong));
      expect((await Promise.all(guesses)).filter((status) => status === 401)).toHaveLength(5);
      for (const browser of [first, same]) expect(await signIn(browser, owner, password)).toBe(429);
    });

    it('is remembered after a restart, and so are trusted devices', async () => {
      const owner = await world.createOwner();
      const guesser = world.browser();
      for (let n = 0; n < 5; n++) await signIn(guesser, owner, wrong);
      const known = await world.browser().signIn(owner.email);
      const restarted = await start();
      try {
        const after = (browser: Browser) =>
          Object.assign(new Browser(restarted.baseUrl), { address: browser.address, device: browser.device });
        expect(await signIn(after(guesser), owner, password)).toBe(429);
        expect(await signIn(after(Object.assign(known, { address: guesser.address })), owner, password)).toBe(200);
      } finally {
        await restarted.stop();
      }
    });
  });
});
