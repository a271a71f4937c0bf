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
  test('`once` applies to the next request of the operation only, and `times` limits how often a rule applies', async () => {
    expect((await addRule({ operation: 'users.info', fault: 'http_502', mode: 'once' })).status).toBe(201);
    expect([await statusOf(followers), await statusOf(info), await statusOf(info)]).toEqual([200, 502, 200]);
    await addRule({ operation: '*', fault: 'http_503', mode: 'always', times: 2 });
    expect(await statusOf(followers)).toBe(503);
    expect((await askJson(simulator.it, '/_sim/faults')).rules[0].applied).toBe(1);
    expect([await statusOf(info), await statusOf(info)]).toEqual([503, 200]);
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
    ['faults', { operation: 'users.infos', fault: 'http_500', mode: 'once' }, /operation/],
    ['faults', { operation: '*', fault: 'http_5000', mode: 'once' }, /fault/],
    ['faults', { operation: '*', fault: 'http_500', mode: 'twice' }, /mode/],
    ['faults', { operation: '*', fault: 'http_500', mode: 'rate' }, /rate/],
    ['faults', { operation: '*', fault: 'http_500', mode: 'once', delay_ms: -1 }, /delay_ms/],
    ['faults', { operation: '*', fault: 'http_500', mode: 'once', times: 0 }, /times/],
    ['faults', null, /operation/],
    ['release', { operation: 'users.infos' }, /operation/],
    ['clock', { ahead_seconds: '60' }, /ahead_seconds/],
    ['clock', { ahead_seconds: 1e9 }, /ahead_seconds/],
  ])('an invalid command to %s is rejected with a message: %j', async (path, json, words) => {
    const { status, text } = await ask(simulator.it, `/_sim/${path}`, { json });
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatch(words);
  });

  test('an unknown fault in a request’s header causes a 500', async () => {
    const { status, text } = await ask(simulator.it, info, { session: 'one', headers: { 'x-sim-fault': 'htpp_500' } });
    expect(status).toBe(500);
    expect(text).toContain('x-sim-fault names no fault');
  });
});

test('a story is gone when the clock is set a day ahead, and a story of a highlight stays', async () => {
  const setAhead = (seconds: number) => ask(simulator.it, '/_sim/clock', { json: { ahead_seconds: seconds } });
  const { reel } = await askJson(simulator.it, '/api/v1/feed/user/1014/story/', { session: 'one' });
  const form = { reel_ids: '["highlight:17940908660136919"]' };
  const { reels } = await askJson(simulator.it, '/api/v1/feed/reels_media/', { form, session: 'one' });
  const all = [reel, Object.values<typeof reel>(reels)[0]];
  const statuses = () => Promise.all(all.map(({ items }) => statusOf(`/api/v1/media/${items[0].pk}/info/`)));
  expect(await statuses()).toEqual([200, 200]);
  await setAhead(25 * 3_600);
  expect(await statuses()).toEqual([400, 200]);
  await setAhead(0);
});

test('a held response is dropped when its connection closes', async () => {
  await addRule({ operation: 'users.info', fault: 'hold', mode: 'once' });
  const leaving = new AbortController();
  const gone = fetch(simulator.it.baseUrl + info, { signal: leaving.signal }).catch(() => 'gone');
  await untilHeld(simulator.it, 1);
  leaving.abort();
  expect(await gone).toBe('gone');
  await untilHeld(simulator.it, 0);
});

test('the request log contains no credentials, control calls or pictures, and as many of the newest as `limit` says', async () => {
  await ask(simulator.it, info, { session: 'one', headers: { authorization: 'Bearer IGT:2:secret-token' } });
  await ask(simulator.it, followers, { session: 'two' });
  await ask(simulator.it, '/_sim/health');
  await ask(simulator.it, '/media/avatar/1001/150x150.png');
  const { text } = await ask(simulator.it, '/_sim/requests');
  expect(text).not.toMatch(/secret-token|sessionid/);
  expect(JSON.parse(text)).toMatchObject({ total: 2, counts: { 'users.info': 1, 'friendships.followers': 1 } });
  const { requests } = await askJson(simulator.it, '/_sim/requests?limit=1');
  expect(requests).toMatchObject([{ operation: 'friendships.followers', session: 1, status: 200, fault: null }]);
});
