import { acceptedEncodings } from './content-encoding';
import { foreignLanguageHeaders, Session, type SessionSettings } from './session';
import { type Blame, type SessionChange, SessionPool } from './sessions';
import { UpstreamContext } from './upstream-context';

let nowMs: number;
let changes: SessionChange[];
beforeEach(() => {
  nowMs = 1_000;
  changes = [];
});

const settingsOf = (...cookies: string[]): SessionSettings[] => cookies.map((cookie) => ({ headers: { cookie } }));
const poolOf = (settings: SessionSettings[]) =>
  new SessionPool(
    settings,
    () => nowMs,
    (change) => changes.push(change),
  );
const contextOf = (accountId = 0) => new UpstreamContext(3_600_000, () => accountId);
const take = (pool: SessionPool) => pool.take(contextOf());
const cookies = async (pool: SessionPool, count: number) => {
  let taken = '';
  for (let number = 0; number < count; number++) taken += (await take(pool)).headers.cookie;
  return taken;
};
const refusalOf = (session: Session, about: string, sentAtMs = nowMs, blame: Blame = 'ambiguous') => ({
  session,
  about,
  sentAtMs,
  reason: 'login_required',
  blame,
});
/** Refuses two different resources, which proves that the session is at fault. */
const refuse = (pool: SessionPool, session: Session, sentAtMs = nowMs) => {
  for (const about of ['user 1', 'user 2']) pool.refuse(refusalOf(session, about, sentAtMs));
};

describe('SessionPool', () => {
  it('hands out sessions round-robin', async () => {
    expect(await cookies(poolOf(settingsOf('a', 'b', 'c')), 6)).toBe('abcabc');
  });

  it('skips a refused session until its cooldown ends and then uses it at most once a second until it succeeds', async () => {
    const pool = poolOf(settingsOf('a', 'b'));
    refuse(pool, await take(pool));
    expect(await cookies(pool, 3)).toBe('bbb');
    expect(pool.countByState()).toEqual({ ready: 1, resting: 1, dead: 0 });
    nowMs += 60_000;
    expect(await cookies(pool, 4)).toBe('abbb');
    nowMs += 1_000;
    const trial = [await take(pool), await take(pool)].find(({ headers }) => headers.cookie === 'a')!;
    pool.accept(trial, nowMs);
    expect(await cookies(pool, 4)).toMatch(/^(ab){2}|(ba){2}$/);
    expect(changes.map(({ state }) => state)).toEqual(['resting', 'ready']);
  });

  it('doubles the cooldown with each refusal up to an hour and disables the session after ten', async () => {
    const pool = poolOf(settingsOf('a', 'b'));
    const session = await take(pool);
    for (let refused = 0; refused < 10; refused++) {
      refuse(pool, session);
      nowMs += 3_600_000;
    }
    expect(changes.map(({ cooldownSeconds }) => cooldownSeconds)).toEqual([
      60,
      120,
      240,
      480,
      960,
      1_920,
      3_600,
      3_600,
      3_600,
      undefined,
    ]);
    expect(changes.at(-1)).toEqual({ session: 1, sessions: 2, state: 'dead', reason: 'login_required' });
    expect(pool.countByState()).toEqual({ ready: 1, resting: 0, dead: 1 });
    expect(await cookies(pool, 2)).toBe('bb');
  });

  it('resets the cooldown after a success, unless the request was sent before the refusal', async () => {
    const pool = poolOf(settingsOf('a'));
    const session = await take(pool);
    refuse(pool, session);
    nowMs += 60_000;
    pool.accept(session, nowMs - 60_001);
    refuse(pool, session);
    nowMs += 120_000;
    pool.accept(session, nowMs);
    refuse(pool, session);
    expect(changes.map(({ cooldownSeconds }) => cooldownSeconds)).toEqual([60, 120, undefined, 60]);
  });

  it('counts refusals of concurrent requests once', async () => {
    const pool = poolOf(settingsOf('a', 'b'));
    const session = await take(pool);
    const sentAtMs = nowMs;
    nowMs += 10;
    for (let refused = 0; refused < 20; refused++) refuse(pool, session, sentAtMs);
    expect(changes).toHaveLength(1);
  });

  describe('when the upstream refuses a session', () => {
    const refuseOne = (pool: SessionPool, session: Session, about: string, blame?: Blame) =>
      pool.refuse(refusalOf(session, about, nowMs++, blame));

    it('cools down no session for one resource, however often and to however many sessions it is refused', async () => {
      const pool = poolOf(settingsOf('a', 'b', 'c'));
      for (let refused = 0; refused < 30; refused++) refuseOne(pool, await take(pool), 'media 1');
      expect(pool.healthy()).toBe(3);
    });

    it('cools down a session when another resource is refused without a success in between', async () => {
      const pool = poolOf(settingsOf('a', 'b'));
      const [guilty, innocent] = [await take(pool), await take(pool)];
      refuseOne(pool, guilty, 'media 1');
      refuseOne(pool, innocent, 'media 1');
      pool.accept(innocent, nowMs++);
      refuseOne(pool, guilty, 'media 2');
      refuseOne(pool, innocent, 'media 2');
      expect(changes).toMatchObject([{ session: 1, state: 'resting' }]);
    });

    it('ignores a refusal of a request sent before a successful one', async () => {
      const pool = poolOf(settingsOf('a'));
      const session = await take(pool);
      pool.accept(session, nowMs + 1);
      refuse(pool, session);
      expect(changes).toEqual([]);
    });

    it('does not clear the session when a request sent before the refusal succeeds', async () => {
      const pool = poolOf(settingsOf('a'));
      const session = await take(pool);
      refuseOne(pool, session, 'media 1');
      pool.accept(session, nowMs - 1);
      refuseOne(pool, session, 'media 2');
      expect(changes).toMatchObject([{ session: 1, state: 'resting' }]);
    });

    it('cools down a session at once for a rate limit, but only one session per resource', async () => {
      const pool = poolOf(settingsOf('a', 'b'));
      const [first, second] = [await take(pool), await take(pool)];
      for (const session of [first, second, second]) refuseOne(pool, session, 'media 1', 'rate');
      expect(changes).toMatchObject([{ session: 1, state: 'resting' }]);
      nowMs += 60_000;
      refuseOne(pool, first, 'media 1', 'rate');
      expect(pool.healthy()).toBe(2);
      refuseOne(pool, second, 'media 2', 'rate');
      expect(changes).toMatchObject([{ session: 1 }, { session: 2, state: 'resting' }]);
    });

    it('cools down a session at once when its proxy is down', async () => {
      const pool = poolOf(settingsOf('a', 'b'));
      for (const session of [await take(pool), await take(pool)]) refuseOne(pool, session, 'media 1', 'own');
      expect(pool.healthy()).toBe(0);
    });
  });

  it('prefers sessions that were not yet refused for the request', async () => {
    const pool = poolOf(settingsOf('a', 'b'));
    const first = await take(pool);
    const second = await take(pool);
    expect(await pool.take(contextOf(), [first])).toBe(second);
    expect(pool.hasOtherReady([first])).toBe(true);
    expect(pool.hasOtherReady([first, second])).toBe(false);
    refuse(pool, second);
    expect(pool.hasOtherReady([first])).toBe(false);
  });

  it('reports the time until the first session is ready when none is', async () => {
    const pool = poolOf(settingsOf('a', 'b'));
    const [first, second] = [await take(pool), await take(pool)];
    refuse(pool, first);
    nowMs += 20_000;
    refuse(pool, second);
    await expect(pool.take(contextOf())).rejects.toMatchObject({ retryAfterSeconds: 40 });
  });

  it('keeps the state of sessions that stay in the list', async () => {
    const pool = poolOf(settingsOf('a', 'b'));
    refuse(pool, await take(pool));
    pool.replace([{ headers: { Cookie: 'c' } }, { headers: { Cookie: 'a' }, requestsPerSecond: 5 }]);
    expect(pool.countByState()).toEqual({ ready: 1, resting: 1, dead: 0 });
    expect(await cookies(pool, 2)).toBe('cc');
    pool.replace(settingsOf('d'));
    expect(await cookies(pool, 2)).toBe('dd');
  });

  it('never disables the empty session that is used without a sessions file', async () => {
    const pool = poolOf([]);
    const session = await take(pool);
    expect(session.headers).toEqual({});
    for (let refused = 0; refused < 20; refused++) {
      refuse(pool, session);
      nowMs += 3_600_000;
    }
    expect(pool.healthy()).toBe(1);
  });
});

describe('rate limit of a session', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const pass = (ms: number) => {
    nowMs += ms;
    return jest.advanceTimersByTimeAsync(ms);
  };

  it('delays requests to keep the rate, and serves waiting accounts round-robin', async () => {
    const pool = poolOf([{ headers: {}, requestsPerSecond: 2 }]);
    await take(pool);
    const order: number[] = [];
    for (const accountId of [1, 1, 1, 2]) void pool.take(contextOf(accountId)).then(() => order.push(accountId));
    await pass(499);
    expect(order).toEqual([]);
    await pass(1);
    expect(order).toEqual([1]);
    await pass(500);
    expect(order).toEqual([1, 2]);
    await pass(500);
    await pass(500);
    expect(order).toEqual([1, 2, 1, 1]);
    expect(pool.waiting).toBe(0);
  });

  it('does not let a new request overtake waiting ones', async () => {
    const pool = poolOf([{ headers: {}, requestsPerSecond: 1 }]);
    await take(pool);
    const first = pool.take(contextOf(1));
    nowMs += 1_000;
    const second = pool.take(contextOf(2));
    expect(pool.waiting).toBe(2);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await first).toBeInstanceOf(Session);
    expect(pool.waiting).toBe(1);
    await pass(1_000);
    expect(await second).toBeInstanceOf(Session);
  });

  it('limits each session separately', async () => {
    const pool = poolOf([{ headers: { cookie: 'a' }, requestsPerSecond: 1 }, { headers: { cookie: 'b' } }]);
    expect(await cookies(pool, 4)).toBe('abbb');
  });

  it('fails waiting requests when the session is refused', async () => {
    const pool = poolOf([{ headers: {}, requestsPerSecond: 1 }]);
    const session = await take(pool);
    const waiting = pool.take(contextOf()).catch((failure) => failure.retryAfterSeconds);
    refuse(pool, session);
    await pass(1_000);
    expect(await waiting).toBe(59);
  });
});

describe('Session', () => {
  const sentBy = (headers: Record<string, string>) => new Session({ headers }, 1).sentHeaders;

  it('requests supported encodings, and English unless the session sets its own language', () => {
    const usual = { accept: '*/*', 'accept-language': 'en-US', 'accept-encoding': acceptedEncodings };
    expect(sentBy({})).toEqual(usual);
    expect(sentBy({ 'Accept-Encoding': 'zstd, x', 'Accept-Language': 'de-DE' })).toEqual({
      ...usual,
      'accept-language': 'de-DE',
    });
  });

  it('drops copied headers that describe another connection or body', () => {
    const copied = { Host: 'i.example', Connection: 'close', 'Content-Length': '12', 'Transfer-Encoding': 'chunked' };
    expect(sentBy(copied)).toEqual(sentBy({}));
  });

  it.each([
    [{}, []],
    [{ 'Accept-Language': 'en-US,en;q=0.9,de;q=0.8', 'X-IG-App-Locale': 'en_US' }, []],
    [{ 'Accept-Language': 'de-DE,en;q=0.8', 'X-IG-App-Locale': 'de_DE' }, ['accept-language', 'x-ig-app-locale']],
    [{ 'x-ig-mapped-locale': 'enm_XX' }, ['x-ig-mapped-locale']],
  ])('finds the foreign language headers of %p: %p', (headers, expected) => {
    expect(foreignLanguageHeaders(headers)).toEqual(expected);
  });
});
