import { ask, askJson, simulatorForTests, untilHeld } from './client';

const simulator = simulatorForTests({ sessionToken: 'one,two' });
const addRule = (rule: object) => ask(simulator.it, '/_sim/faults', { json: rule });
const statusOf = async (path: string, session = 'one') => (await ask(simulator.it, path, { session })).status;
const info = '/api/v1/users/1001/info/';
const followers = '/api/v1/friendships/1001/followers/';

afterEach(async () => {
  await ask(simulator.it, '/_sim/faults', { method: 'DELETE' });
  await ask(simulator.it, '/_sim/requests', { method: 'DELETE' });
});

describe('fault rules', () => {
  test('`once` applies to the next request of the operation only', async () => {
    expect((await addRule({ operation: 'users.info', fault: 'http_502', mode: 'once' })).status).toBe(201);
    expect([await statusOf(followers), await statusOf(info), await statusOf(info)]).toEqual([200, 502, 200]);
  });

  test('`times` limits how often a rule applies', async () => {
    await addRule({ operation: '*', fault: 'http_503', mode: 'always', times: 2 });
    expect([await statusOf(followers), await statusOf(info), await statusOf(info)]).toEqual([503, 503, 200]);
  });

  test('`always` applies until it is deleted, and the list shows how often it applied', async () => {
    await addRule({ operation: '*', fault: 'login_required', mode: 'always' });
    expect([await statusOf(followers), await statusOf(info)]).toEqual([403, 403]);
    expect((await askJson(simulator.it, '/_sim/faults')).rules[0].applied).toBe(2);
    await ask(simulator.it, '/_sim/faults', { method: 'DELETE' });
    expect(await statusOf(info)).toBe(200);
  });

  test('`rate` applies to an exact share of requests', async () => {
    await addRule({ operation: 'users.info', fault: 'http_500', mode: 'rate', rate: 0.2 });
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) statuses.push(await statusOf(info));
    expect(statuses.filter((status) => status === 500).length).toBe(4);
  });

  test('a rule for a session leaves other sessions unaffected', async () => {
    await addRule({ operation: '*', fault: 'challenge', mode: 'always', session: 'two' });
    expect([await statusOf(info, 'one'), await statusOf(info, 'two')]).toEqual([200, 400]);
  });

  test.each([
    [{ operation: 'users.infos', fault: 'http_500', mode: 'once' }, /operation/],
    [{ operation: '*', fault: 'http_5000', mode: 'once' }, /fault/],
    [{ operation: '*', fault: 'http_500', mode: 'twice' }, /mode/],
    [{ operation: '*', fault: 'http_500', mode: 'rate' }, /rate/],
    [{ operation: '*', fault: 'http_500', mode: 'once', delay_ms: -1 }, /delay_ms/],
    [{ operation: '*', fault: 'http_500', mode: 'once', times: 0 }, /times/],
    [null, /operation/],
  ])('an invalid rule is rejected with a message: %j', async (rule, words) => {
    const { status, text } = await addRule(rule as object);
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatch(words);
  });
});

describe('the clock', () => {
  const setAhead = (seconds: unknown) => ask(simulator.it, '/_sim/clock', { json: { ahead_seconds: seconds } });
  const picture = async () => (await askJson(simulator.it, info, { session: 'one' })).user.profile_pic_url as string;
  const statusNow = async (url: string) => (await ask(simulator.it, url.slice(simulator.it.baseUrl.length))).status;
  afterEach(() => setAhead(0));

  test('can be set ahead, so that links expire, and back', async () => {
    const url = await picture();
    expect((await setAhead(8 * 3_600)).status).toBe(200);
    const renewed = await picture();
    expect([await statusNow(url), await statusNow(renewed)]).toEqual([403, 200]);
    await setAhead(0);
    expect(await statusNow(url)).toBe(200);
  });

  test('a story is gone after its day, and a story of a highlight stays', async () => {
    const { reel } = await askJson(simulator.it, '/api/v1/feed/user/1014/story/', { session: 'one' });
    const form = { reel_ids: '["highlight:17940908660136919"]' };
    const { reels } = await askJson(simulator.it, '/api/v1/feed/reels_media/', { form, session: 'one' });
    const statuses = () =>
      Promise.all(
        [reel, Object.values<typeof reel>(reels)[0]].map(({ items }) => statusOf(`/api/v1/media/${items[0].pk}/info/`)),
      );
    expect(await statuses()).toEqual([200, 200]);
    await setAhead(25 * 3_600);
    expect(await statuses()).toEqual([400, 200]);
  });

  test.each(['60', 1e9, null])('cannot be set to %j', async (seconds) => {
    expect(await setAhead(seconds)).toMatchObject({ status: 400, text: expect.stringContaining('ahead_seconds') });
  });
});

describe('held responses', () => {
  const held = async () => (await askJson(simulator.it, '/_sim/held')).held;
  const release = async (json: object) => (await askJson(simulator.it, '/_sim/release', { json })).released;

  test('are sent when they are released, for one operation or all; later requests are still held', async () => {
    await addRule({ operation: '*', fault: 'hold', mode: 'always' });
    let sent = 0;
    const [one, other, again] = [info, followers, info].map((path) => statusOf(path).finally(() => sent++));
    await untilHeld(simulator.it, 3);
    expect(await release({ operation: 'friendships.followers' })).toBe(1);
    expect(await other).toBe(200);
    expect([await held(), sent]).toEqual([2, 1]);
    expect(await release({})).toBe(2);
    expect([await one, await again, await held()]).toEqual([200, 200, 0]);
    const later = statusOf(info);
    await untilHeld(simulator.it, 1);
    expect((await ask(simulator.it, '/_sim/release', { method: 'POST' })).status).toBe(200);
    expect(await later).toBe(200);
  });

  test('are dropped when the connection closes', async () => {
    await addRule({ operation: 'users.info', fault: 'hold', mode: 'once' });
    const leaving = new AbortController();
    const gone = fetch(simulator.it.baseUrl + info, { signal: leaving.signal }).catch(() => 'gone');
    await untilHeld(simulator.it, 1);
    leaving.abort();
    expect(await gone).toBe('gone');
    await untilHeld(simulator.it, 0);
  });

  test('a release with an unknown operation is rejected', async () => {
    expect((await ask(simulator.it, '/_sim/release', { json: { operation: 'users.infos' } })).status).toBe(400);
  });
});

describe('request log', () => {
  test('records parameters unchanged and counts requests by operation', async () => {
    const cursor = '{"cached_comments_cursor": "17950000000000001", "bifilter_token": "Gg_=="}';
    await ask(simulator.it, `/api/v1/media/2639297316059813967_1012/comments/?min_id=${encodeURIComponent(cursor)}`, {
      session: 'one',
    });
    await ask(simulator.it, '/api/v1/clips/user/', {
      session: 'two',
      form: { target_user_id: '1001', max_id: 'QVFD+/=' },
    });
    const { total, counts, requests } = await askJson(simulator.it, '/_sim/requests');
    expect([total, counts]).toEqual([2, { 'media.comments': 1, 'clips.user': 1 }]);
    expect(requests[0]).toMatchObject({
      method: 'GET',
      query: { min_id: cursor },
      status: 200,
      fault: null,
      session: 0,
    });
    expect(requests[1]).toMatchObject({
      method: 'POST',
      form: { target_user_id: '1001', max_id: 'QVFD+/=' },
      session: 1,
    });
  });

  test('contains no credentials', async () => {
    await ask(simulator.it, info, { session: 'one', headers: { authorization: 'Bearer IGT:2:secret-token' } });
    expect((await ask(simulator.it, '/_sim/requests')).text).not.toMatch(/secret-token|sessionid/);
  });

  test('does not contain control calls or pictures', async () => {
    await ask(simulator.it, '/_sim/health');
    await ask(simulator.it, '/media/avatar/1001/150x150.png');
    expect((await askJson(simulator.it, '/_sim/requests')).total).toBe(0);
  });

  test('returns only the newest entries, as many as `limit` says', async () => {
    for (const path of [info, followers]) await statusOf(path);
    const { requests } = await askJson(simulator.it, '/_sim/requests?limit=1');
    expect(requests.map(({ operation }: { operation: string }) => operation)).toEqual(['friendships.followers']);
    expect((await askJson(simulator.it, '/_sim/requests?limit=0')).requests).toEqual([]);
  });
});
