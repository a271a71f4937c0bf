import { ask, askJson, simulatorForTests, untilHeld } from './client';

const simulator = simulatorForTests({ sessionToken: 'one,two' });
const order = (rule: object) => ask(simulator.it, '/_sim/faults', { json: rule });
const statusOf = async (path: string, session = 'one') => (await ask(simulator.it, path, { session })).status;
const info = '/api/v1/users/1001/info/';
const followersSalt = '/api/v1/friendships/1001/followers/';

afterEach(async () => {
  await ask(simulator.it, '/_sim/faults', { method: 'DELETE' });
  await ask(simulator.it, '/_sim/requests', { method: 'DELETE' });
});

describe('orders to fail', () => {
  test('`once` strikes the next request of that operation alone', async () => {
    expect((await order({ operation: 'users.info', fault: 'http_502', mode: 'once' })).status).toBe(201);
    expect([await statusOf(followersSalt), await statusOf(info), await statusOf(info)]).toEqual([200, 502, 200]);
  });

  test('`times` strikes that often', async () => {
    await order({ operation: '*', fault: 'http_503', mode: 'always', times: 2 });
    expect([await statusOf(followersSalt), await statusOf(info), await statusOf(info)]).toEqual([503, 503, 200]);
  });

  test('`always` strikes until it is deleted, and the list says how often it did', async () => {
    await order({ operation: '*', fault: 'login_required', mode: 'always' });
    expect([await statusOf(followersSalt), await statusOf(info)]).toEqual([403, 403]);
    expect((await askJson(simulator.it, '/_sim/faults')).rules[0].applied).toBe(2);
    await ask(simulator.it, '/_sim/faults', { method: 'DELETE' });
    expect(await statusOf(info)).toBe(200);
  });

  test('`rate` strikes its exact share', async () => {
    await order({ operation: 'users.info', fault: 'http_500', mode: 'rate', rate: 0.2 });
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) statuses.push(await statusOf(info));
    expect(statuses.filter((status) => status === 500).length).toBe(4);
  });

  test('a session can be struck while another stays well', async () => {
    await order({ operation: '*', fault: 'challenge', mode: 'always', session: 'two' });
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
  ])('a bad order is refused in words: %j', async (rule, words) => {
    const { status, text } = await order(rule as object);
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatch(words);
  });
});

describe('held answers', () => {
  const held = async () => (await askJson(simulator.it, '/_sim/held')).held;
  const release = async (json: object) => (await askJson(simulator.it, '/_sim/release', { json })).released;

  test('wait until they are released, those of one operation or all; a later request is held again', async () => {
    await order({ operation: '*', fault: 'hold', mode: 'always' });
    let answered = 0;
    const [one, other, again] = [info, followersSalt, info].map((path) => statusOf(path).finally(() => answered++));
    await untilHeld(simulator.it, 3);
    expect(await release({ operation: 'friendships.followers' })).toBe(1);
    expect(await other).toBe(200);
    expect([await held(), answered]).toEqual([2, 1]);
    expect(await release({})).toBe(2);
    expect([await one, await again, await held()]).toEqual([200, 200, 0]);
    const later = statusOf(info);
    await untilHeld(simulator.it, 1);
    expect((await ask(simulator.it, '/_sim/release', { method: 'POST' })).status).toBe(200);
    expect(await later).toBe(200);
  });

  test('are given up when the connection closes', async () => {
    await order({ operation: 'users.info', fault: 'hold', mode: 'once' });
    const leaving = new AbortController();
    const gone = fetch(simulator.it.baseUrl + info, { signal: leaving.signal }).catch(() => 'gone');
    await untilHeld(simulator.it, 1);
    leaving.abort();
    expect(await gone).toBe('gone');
    await untilHeld(simulator.it, 0);
  });

  test('a misspelt operation is refused, so that no test waits in vain', async () => {
    expect((await ask(simulator.it, '/_sim/release', { json: { operation: 'users.infos' } })).status).toBe(400);
  });
});

describe('the log of requests', () => {
  test('it keeps requests unchanged and counts them by operation', async () => {
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

  test('it holds no credentials', async () => {
    await ask(simulator.it, info, { session: 'one', headers: { authorization: 'Bearer IGT:2:secret-token' } });
    expect((await ask(simulator.it, '/_sim/requests')).text).not.toMatch(/secret-token|sessionid/);
  });

  test('control calls and pictures leave no trace in it', async () => {
    await ask(simulator.it, '/_sim/health');
    await ask(simulator.it, '/media/avatar/1001/150x150.png');
    expect((await askJson(simulator.it, '/_sim/requests')).total).toBe(0);
  });

  test('`limit` gives the newest', async () => {
    for (const path of [info, followersSalt]) await statusOf(path);
    const { requests } = await askJson(simulator.it, '/_sim/requests?limit=1');
    expect(requests.map(({ operation }: { operation: string }) => operation)).toEqual(['friendships.followers']);
  });
});
