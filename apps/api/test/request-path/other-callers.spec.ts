import { createServer, type Server } from 'node:http';
import { UpstreamClient } from '@loupe/upstream-client';
import { clock } from '../../src/platform/clock';
import { unitMicros } from '../endpoints/endpoint-case';
import { keepBreakersClosed } from '../endpoints/endpoint-world';
import { endServer, listenLocally } from '../support/local-server';
import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';

interface UpstreamReply {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

const gated = '3901222333444555667';
const gatedUrl = '/oembed?url=https%3A%2F%2Fwww.instagram.com%2Fp%2FDYkPq0zR2mA%2F';
const user = (pk: string) => JSON.stringify({ user: { pk: Number(pk), username: `u${pk}`, is_private: false } });

const fail = (status: number, members: Record<string, unknown>): UpstreamReply => ({
  status,
  body: JSON.stringify({ ...members, status: 'fail' }),
});
const ageGate = fail(400, {
  message: 'geoblock_required',
  title: "People under 21 can't see this content",
  blocks_logging_data: 'MIN_AGE_COUNTRY',
  geo_block_rule_type: null,
});
const geoblock = fail(400, { message: 'geoblock_required', geo_block_rule_type: 'COUNTRY' });

describe('effects of upstream failures on customers', () => {
  let upstream: Server;
  let received: string[] = [];
  /** The upstream's response to a path; undefined for the usual response. */
  let respond: (path: string) => UpstreamReply | undefined;
  let api: TestApi;
  let one: Tenant;
  let other: Tenant;

  let tests = 0;

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      const path = request.url!.split('?')[0]!;
      received.push(path);
      const { status, body, headers } = respond(path) ?? { status: 200, body: user(/\d+/.exec(path.slice(8))![0]) };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
    api = await startTestApi({ UPSTREAM_BASE_URL: await listenLocally(upstream) });
  });
  beforeEach(async () => {
    received = [];
    tests += 1;
    const headers = ['a', 'b', 'c'].map((id) => ({ headers: { cookie: `sessionid=${id}${tests}` } }));
    api.app.get(UpstreamClient).replaceSessions(headers);
    keepBreakersClosed(api);
    one = await api.tenants.create('10');
    other = await api.tenants.create('10');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await api.stop();
    endServer(upstream);
  });

  const about = (part: string, answer: UpstreamReply) => (path: string) => (path.includes(part) ? answer : undefined);
  const ask = (path: string, tenant = one): Promise<SentReply> => send(api.baseUrl, path, { key: tenant.key });
  const spentMicros = async ({ accountId }: Tenant) => 10_000_000n - (await api.tenants.balanceMicros(accountId));
  const sessions = () => api.app.get(UpstreamClient).sessions.countByState();

  async function expectOtherServed(path = '/users/7702'): Promise<void> {
    const before = await spentMicros(other);
    const reply = await ask(path, other);
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
    expect((await spentMicros(other)) - before).toBe(unitMicros);
  }

  test.each([
    ['an age gate', ageGate, 1],
    ['a country gate, retried once from another session', geoblock, 2],
    ['an age gate named only in its title', fail(403, { message: 'x', title: 'Are You 18 or Over?' }), 1],
  ])('gated content is free and not retryable, and affects nobody else: %s', async (_what, answer, attempts) => {
    respond = (path) => about(gated, answer)(path) ?? about('/oembed/', answer)(path);
    for (const path of [`/posts/${gated}`, gatedUrl]) {
      received = [];
      const refused = await ask(path);
      expect([refused.status, refused.json.code, refused.json.retryable]).toEqual([502, 'upstream_error', false]);
      expect(received).toHaveLength(attempts);
      for (let time = 0; time < 12; time++) await ask(path);
      await expectOtherServed();
    }
    expect(await spentMicros(one)).toBe(0n);
    expect(sessions()).toEqual({ ready: 3, resting: 0, dead: 0 });
    respond = () => ({ status: 200, body: `{"items":[{"pk":3901222333444555001}]}` });
    await expectOtherServed('/posts/3901222333444555001');
  });

  test.each([
    ['login_required', fail(403, { message: 'login_required' })],
    ['a challenge', fail(400, { message: 'challenge_required', error_type: 'checkpoint_challenge_required' })],
    ['an unknown error', fail(400, { message: 'something_new_required', require_login: true })],
    ['feedback_required', fail(400, { message: 'feedback_required', spam: true })],
    ['a bare 401', { status: 401 }],
    ['a bare 403', { status: 403 }],
    ['a redirect to the login page', { status: 302, headers: { location: '/accounts/login/?next=/' } }],
    ['a rate limit', { status: 429 }],
  ] as [string, UpstreamReply][])(
    'a request that the upstream refuses to every session affects nobody else, however often it is repeated: %s',
    async (_what, answer) => {
      respond = about(`/${gated}/`, answer);
      for (let time = 0; time < 15; time++) {
        const reply = await ask(
          `/users/${gated}/${['', 'stories', 'highlights', 'tagged'][time % 4]}`.replace(/\/$/, ''),
        );
        expect([reply.json.code, [502, 503].includes(reply.status)]).toEqual(['upstream_error', true]);
        if (time % 5 === 0) await expectOtherServed(`/users/77${time + 10}`);
      }
      expect(sessions().ready).toBeGreaterThanOrEqual(2);
      expect(await spentMicros(one)).toBe(0n);
      // After a while, Loupe makes fewer upstream requests for the refused path.
      const before = received.length;
      for (let time = 0; time < 10; time++) await ask(`/users/${gated}`);
      expect(received.length - before).toBeLessThan(20);
    },
  );

  test('a request is refused for a while without an upstream request if its path keeps failing and other paths do not', async () => {
    respond = about('/666/', { status: 500 });
    jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const replies: SentReply[] = [];
    for (let times = 0; times < 40; times++) {
      replies.push(await ask('/users/666'));
      if (times % 4 === 0) await expectOtherServed(`/users/88${times + 10}`);
    }
    expect(replies[0]!.status).toBe(502);
    const last = replies.at(-1)!;
    expect(Number(last.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(last.json).toMatchObject({ status: 503, code: 'upstream_error', reason: 'request_keeps_failing' });
    expect(replies[0]!.json.reason).toBeUndefined();
    expect(received.filter((path) => path.includes('/666/')).length).toBeLessThan(30);
    expect(await spentMicros(one)).toBe(0n);
  });

  test('many failing requests of one customer open no circuit for another', async () => {
    respond = (path) => (/\/666\d+\//.test(path) ? { status: 500 } : undefined);
    for (let time = 0; time < 60; time++) {
      await ask(`/users/666${time}`);
      if (time % 5 === 0) await expectOtherServed(`/users/88${time + 10}`);
    }
  });

  test.each([
    ['a profile', '/users/7703', '/users/7703/', '{"user":{"pk":7704}}', user('7703')],
    [
      'a post',
      '/posts/3901222333444555002',
      '/media/',
      '{"items":[{"pk":1}]}',
      '{"items":[{"pk":3901222333444555002}]}',
    ],
    [
      'a highlight',
      '/highlights/7705',
      '/reels_media/',
      '{"reels":{"highlight:7706":{"items":[{"pk":1}]}}}',
      '{"reels":{"highlight:7705":{"items":[{"pk":1}]}}}',
    ],
    [
      'a story',
      '/users/7707/stories',
      '/story/',
      '{"reel":{"id":7708,"items":[{"pk":1}]}}',
      '{"reel":{"id":"7707","items":[{"pk":1}]}}',
    ],
  ])(
    'a response with another object than the requested one is free, and the next request succeeds: %s',
    async (_what, path, where, wrong, right) => {
      const body = (text: string) => about(where, { status: 200, body: text });
      respond = body(wrong);
      const refused = await ask(path);
      expect([refused.status, refused.json.code, await spentMicros(one)]).toEqual([502, 'upstream_error', 0n]);
      respond = body(right);
      expect((await ask(path)).status).toBe(200);
      expect(await spentMicros(one)).toBeGreaterThan(0n);
    },
  );
});
