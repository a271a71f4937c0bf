import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { clock } from '../../src/platform/clock';
import { DashboardWorld, password } from './dashboard-world';

describe('a request to the dashboard’s API', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    world = await DashboardWorld.start();
  });
  afterAll(() => world.stop());

  const post = (headers: Record<string, string>, body: unknown = { email: 'a@example.com', password: 'x' }) =>
    world.browser().post('/session', body, headers);

  it('gets a response that no cache may store', async () => {
    const browser = await world.ownerBrowser();
    for (const path of ['/session', '/account', '/nothing', '/requests.csv', '/support/health']) {
      expect((await browser.get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('returns 404 for an unknown path, with the request id of the header', async () => {
    const { status, headers, json } = await world.browser().get('/nothing');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(json).toMatchObject({ code: 'unknown_route', request_id: headers.get('x-request-id') });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp'])(
    'returns 415 and changes nothing when it is sent as %s, so no form of another site can send it',
    async (type) => {
      const { email } = await world.createOwner();
      const { json, headers } = await post({ 'content-type': type }, { email, password });
      expect(json).toMatchObject({
        status: 415,
        detail: expect.stringContaining(`The content-type is ${type}. Send JSON`),
      });
      expect(headers.getSetCookie()).toEqual([]);
      const signIns = `SELECT FROM sessions s JOIN users u ON u.id = s.user_id WHERE email = $1`;
      expect(await world.dataSource.query(signIns, [email])).toEqual([]);
    },
  );

  it('may be JSON with a charset', async () => {
    expect((await post({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(401);
  });

  it('returns 415 for a DELETE body that is not JSON, but needs no content type without a body', async () => {
    const browser = await world.ownerBrowser();
    const headers = { 'content-type': 'text/plain' };
    expect((await browser.send('DELETE', '/sessions', { body: '{}', headers })).status).toBe(415);
    expect((await browser.send('DELETE', '/sessions')).status).toBe(204);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'nonsense'])(
    'returns 403 and changes nothing when its Origin is %s, with or without a cookie',
    async (origin) => {
      const browser = await world.ownerBrowser();
      const other = await world.browser().signIn(browser.email);
      for (const one of [browser, world.browser()]) {
        const { status, json } = await one.send('DELETE', '/sessions', { headers: { origin } });
        expect({ status, code: json.code }).toEqual({ status: 403, code: 'forbidden' });
      }
      expect((await other.get('/session')).status).toBe(200);
    },
  );

  it('may come from its own origin', async () => {
    const browser = await world.ownerBrowser();
    const headers = { origin: world.api.baseUrl };
    expect((await browser.send('DELETE', '/sessions', { headers })).status).toBe(204);
  });

  it.each(['{"email":', '{"email":"a@example.com"} x', 'é', '"just a text"', '[]'])(
    'with the body %s is refused without internal details',
    async (body) => {
      const { status, text, json } = await post({}, body);
      expect([400, 422]).toContain(status);
      expect(['bad_request', 'unprocessable_entity']).toContain(json.code);
      expect(text).not.toMatch(/at position|node_modules|SyntaxError|stack/);
      if (status === 400) expect(json.detail).toMatch(/^The body is not JSON\. Send an object such as/);
    },
  );

  it('returns 413 for a body larger than any valid body', async () => {
    const { status, json } = await post({}, { email: 'a@example.com', password: 'x'.repeat(5_000) });
    const detail = 'The request body is too large: at most 4096 bytes are read. Send a smaller one.';
    expect({ status, json }).toMatchObject({ status: 413, json: { code: 'payload_too_large', detail } });
  });

  it('returns 429 beyond ten concurrent requests of a session, while other sessions are served', async () => {
    const [browser, other] = [await world.ownerBrowser(), await world.ownerBrowser()];
    const headers = { 'content-type': 'application/json', 'content-length': '2', cookie: browser.cookie! };
    // Requests stay in flight until their bodies end.
    const requests = Array.from({ length: 11 }, () =>
      request(`${world.api.baseUrl}/dashboard/api/keys`, { method: 'POST', headers }),
    );
    const answers = requests.map((one) => once(one, 'response').then(([answer]) => answer.resume() as IncomingMessage));
    for (const one of requests) one.flushHeaders();
    const { statusCode, headers: refused } = await Promise.race(answers);
    expect({ statusCode, after: refused['retry-after'] }).toEqual({ statusCode: 429, after: '1' });
    expect((await browser.get('/session')).json).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await other.get('/session')).status).toBe(200);
    for (const one of requests) one.end('{}');
    const statuses = (await Promise.all(answers)).map((answer) => answer.statusCode);
    expect(statuses.sort()).toEqual([...Array(10).fill(422), 429]);
    expect((await browser.get('/session')).status).toBe(200);
  });

  it('returns 429 above 20 requests a second of a session and 40 of an account, while others are served', async () => {
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const owner = await world.ownerBrowser();
    const sessions = [owner, await world.browser().signIn(owner.email), await world.browser().signIn(owner.email)];
    for (const session of sessions) session.isPaced = false;
    const answers: { status: number; headers: Headers; detail?: string }[] = [];
    for (const [session, times] of [
      [sessions[0]!, 21],
      [sessions[1]!, 20],
      [sessions[2]!, 1],
    ] as const)
      for (let n = 0; n < times; n++) {
        const { status, headers, json } = await session.get('/session');
        answers.push({ status, headers, detail: json.detail });
      }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('This session may send 20'),
      expect.stringContaining('This account may send 40'),
    ]);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1']);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect((await (await world.ownerBrowser()).get('/session')).status).toBe(200);
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 1_000);
    expect((await sessions[0]!.get('/session')).status).toBe(200);
  });

  it('does not change Object.prototype when its body has a member __proto__', async () => {
    const { status } = await post({}, `{"email":"a@example.com","password":"x","__proto__":{"admin":true}}`);
    expect(status).toBe(422);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('over TLS is authenticated only by the cookie with the prefix __Host-', async () => {
    const { email } = await world.createOwner();
    const tls = { 'x-forwarded-proto': 'https' };
    const browser = world.browser();
    const { headers } = await browser.post('/session', { email, password }, tls);
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-loupe_session=[\w-]{43}; .*; Secure$/);
    expect((await browser.get('/session', tls)).status).toBe(200);
    browser.cookie = browser.cookie!.replace('__Host-', '');
    expect((await browser.get('/session', tls)).status).toBe(401);
  });
});
