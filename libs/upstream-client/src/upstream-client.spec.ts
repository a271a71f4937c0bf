import { failureOf, testUpstream } from '../test/test-upstream';
import { UpstreamFailure } from './failure';
import { userInfo } from './requests/users';
import { UpstreamContext } from './upstream-context';

describe('UpstreamClient', () => {
  const upstream = testUpstream();
  const { send, clientOf, baseUrl } = upstream;

  it('keeps the path of the base URL', async () => {
    upstream.handler = (_request, response) => response.end('{}');
    await send(60_000, { baseUrl: `${baseUrl()}/proxy/` });
    expect(upstream.requests[0]!.url).toMatch(/^\/proxy\/api\/v1\/users\/7\/info\//);
  });

  it("sends the session's headers and no cookie without a session", async () => {
    upstream.handler = (_request, response) => response.end('{}');
    await send(60_000, { sessions: [{ headers: { Cookie: 'sessionid=1', 'X-IG-App-ID': '9' } }] });
    await send();
    expect(upstream.requests[0]!.headers).toMatchObject({ cookie: 'sessionid=1', 'x-ig-app-id': '9' });
    expect(upstream.requests[1]!.headers).not.toHaveProperty('cookie');
  });

  it('times out before the first byte and in the middle of a body', async () => {
    upstream.handler = () => undefined;
    expect((await failureOf(send(150))).kind).toBe('timeout');
    upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":');
    };
    expect((await failureOf(send(150))).kind).toBe('timeout');
  });

  it('aborts and does not retry when the caller goes away', async () => {
    const context = new UpstreamContext(60_000);
    upstream.handler = () => context.abort(new UpstreamFailure('aborted', 'gone'));
    expect((await failureOf(send(60_000, {}, context))).kind).toBe('aborted');
    expect(upstream.requests).toHaveLength(1);
  });

  it('does not send a request that was aborted while it waited for a slot', async () => {
    const client = clientOf({ connections: 1 });
    const [first, second, third] = [1, 2, 3].map((pk) => ({
      ...userInfo(`${pk}`),
      context: new UpstreamContext(60_000),
    }));
    upstream.handler = (_request, response) => {
      second!.context.abort(new UpstreamFailure('aborted', 'gone'));
      response.end('{}');
    };
    const answers = [first!, second!, third!].map((request) => client.send(request, request.context));
    expect((await failureOf(answers[1]!)).kind).toBe('aborted');
    await Promise.all([answers[0], answers[2]]);
    expect(upstream.requests.map(({ url }) => url!.split('/')[4])).toEqual(['1', '3']);
  });

  it('never follows a redirect', async () => {
    upstream.handler = (_request, response) =>
      response.writeHead(302, { location: `${baseUrl()}/accounts/login/` }).end();
    expect((await failureOf(send())).kind).toBe('unavailable');
    expect(upstream.requests.every(({ url }) => url!.startsWith('/api/v1/users/'))).toBe(true);
    expect([...upstream.clients.at(-1)!.boundsPassed]).toEqual([['redirect', 1]]);
  });

  it('measures the time spent at the upstream', async () => {
    upstream.handler = (_request, response) => setTimeout(() => response.end('{}'), 60);
    const context = new UpstreamContext(60_000);
    await send(60_000, {}, context);
    expect(context.upstreamMs).toBeGreaterThan(50);
  });
});
