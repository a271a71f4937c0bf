import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { failureOf, testUpstream } from '../test/test-upstream';
import type { UpstreamRequest } from './request';
import { mediaInfo } from './requests/media';
import { reelsMedia, userStory } from './requests/stories';
import { friendships, userInfo } from './requests/users';
import { UpstreamClient } from './upstream-client';
import { UpstreamContext } from './upstream-context';

describe('resource check of a 200 response', () => {
  const upstream = testUpstream();
  const { clientOf } = upstream;

  const big = '9007199254740993';
  const cases: [request: UpstreamRequest, body: string, isTaken: boolean][] = [
    [userInfo(big), `{"user":{"pk":${big}}}`, true],
    [userInfo(big), `{"user":{"pk":"${big}"}}`, true],
    [userInfo(big), `{"data":{"user":{"pk":"${big}"}}}`, true],
    [userInfo(big), '{"user":{"pk":9007199254740992}}', false],
    [userInfo(big), '{"data":{"user":{"pk":"1"}}}', false],
    [userInfo(big), `{"user":{"name":"a","pk":${big}}}`, true],
    [userInfo(big), '{"user":{"name":"a","pk":9007199254740992}}', false],
    [userInfo('7'), '{"user":{"pk":71}}', false],
    [userInfo('7'), '{"items":[{"pk":7}],"user":{"pk":8}}', false],
    [userInfo('007'), '{"user":{"pk":7}}', true],
    [userInfo('7'), '{"user":{}}', true],
    [userInfo('7'), '{"user":{"pk":null}}', true],
    [userInfo('7'), '{"user":null}', true],
    [userInfo('7'), 'no JSON', true],
    [mediaInfo('5'), '{"items":[{"pk":5,"id":"5_1","user":{"pk":1}}]}', true],
    [mediaInfo('5'), '{"items":[{"pk":"5_1"}]}', true],
    [mediaInfo('5'), '{"items":[{"pk":6,"carousel_media":[{"pk":5}]}]}', false],
    [mediaInfo('5'), '{"items":[{"id":"5_1"},{"pk":6}]}', true],
    [mediaInfo('5'), '{"items":[]}', true],
    [userStory('7'), '{"reel":{"id":7,"user":{"pk":"7"},"items":[{"pk":3}]}}', true],
    [userStory('7'), '{"reel":{"id":"8","items":[]}}', false],
    [userStory('7'), '{"reel":{"id":7,"user":{"pk":8}}}', false],
    [userStory('7'), '{"reel":null}', true],
    [reelsMedia('highlight:9'), '{"reels":{"highlight:9":{"items":[]}}}', true],
    [reelsMedia('highlight:9'), '{"reels":{"highlight\\u003a9":{"items":[]}}}', true],
    [reelsMedia('highlight:9'), '{"reels":{ "highlight:8" : {"items":[]}}}', false],
    [reelsMedia('highlight:9'), '{"reels":{"highlight:99":{"id":"highlight:9"}}}', false],
    [reelsMedia('highlight:9'), '{"reels":{}}', true],
    [friendships('followers', '7', undefined), '{"users":[{"pk":8}]}', true],
  ];
  it.each(cases.map(([request, body, isTaken]) => ({ request, body, isTaken, about: request.about })))(
    'for $about, the body $body is accepted: $isTaken',
    async ({ request, body, isTaken }) => {
      upstream.handler = (_request, response) => response.end(body);
      const sent = clientOf({ random: () => 0 }).send(request, new UpstreamContext(60_000));
      if (isTaken) expect((await sent).toString()).toBe(body);
      else
        expect(await failureOf(sent)).toMatchObject({
          kind: 'unavailable',
          reason: expect.stringMatching(/another resource/),
        });
    },
  );

  it('retries on another connection after a response about another resource', async () => {
    const sockets = new Set<unknown>();
    upstream.handler = ({ socket, url }, response, attempt) => {
      sockets.add(socket);
      response.end(`{"user":{"pk":${attempt === 1 ? 8 : url!.split('/')[4]}}}`);
    };
    const client = clientOf({ random: () => 0 });
    expect((await client.send(userInfo('7'), new UpstreamContext(60_000))).toString()).toContain('7');
    expect(sockets.size).toBe(2);
  });
});

describe('a client whose upstream sends unsolicited responses', () => {
  let server: Server;
  let client: UpstreamClient;
  let tooMuch: (number: number) => string;
  let instead: (number: number) => string | undefined;

  const whole = (status: string, body: string) => `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const stray = whole('200 OK', '{"user":{"pk":1}}');

  beforeEach(async () => {
    let requests = 0;
    instead = () => undefined;
    tooMuch = () => '';
    server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (request) => {
        requests += 1;
        const number = requests;
        const pk = /users\/(\d+)\//.exec(request.toString())![1]!;
        const answer = instead(number) ?? whole('200 OK', `{"user":{"pk":${pk}}}`);
        setTimeout(() => socket.write(answer), 3);
        const more = tooMuch(number);
        // Late enough to hit the next request on the connection.
        if (more) setTimeout(() => socket.write(more), 3 + (number % 6));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new UpstreamClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      random: () => 0,
    });
  });
  afterEach(() => {
    client.close();
    server.close();
  });

  async function sendManyRequests() {
    const counts = { right: 0, wrong: 0, failed: 0 };
    const callers = Array.from({ length: 6 }, async (_, caller) => {
      for (let count = 0; count < 60; count++) {
        const pk = `${1_000 + caller * 100 + count}`;
        const context = Object.assign(new UpstreamContext(60_000), { accountId: caller % 2 });
        try {
          const body = (await client.send(userInfo(pk), context, 'user')).toString();
          counts[body === `{"user":{"pk":${pk}}}` ? 'right' : 'wrong'] += 1;
        } catch {
          counts.failed += 1;
        }
        context.end();
      }
    });
    await Promise.all(callers);
    return counts;
  }

  it.each([
    ['a second response', (number: number) => (number % 24 === 5 ? stray : '')],
    ['two further responses', (number: number) => (number % 60 === 5 ? stray + stray : '')],
  ])("never gives a caller another caller's response when the server sends %s", async (_what, more) => {
    tooMuch = more;
    const { wrong, right, failed } = await sendManyRequests();
    expect(wrong).toBe(0);
    expect(right + failed).toBe(360);
    expect(right).toBeGreaterThan(200);
  });

  it.each([
    ['a 304', 'HTTP/1.1 304 Not Modified\r\n\r\n'],
    ['a 304 with a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 52\r\n\r\n'],
    ['a 204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['a 204 with chunks', 'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n'],
  ])('drops the connection after %s, so that no other request gets the bytes that follow', async (_what, head) => {
    const isStrange = (number: number) => number % 24 === 5;
    instead = (number) => (isStrange(number) ? head : undefined);
    // This body names no resource, so only the connection shows which request it belongs to.
    tooMuch = (number) => (isStrange(number) ? whole('200 OK', '{"user":{"name":"x"}}') : '');
    const { wrong, right, failed } = await sendManyRequests();
    expect(wrong).toBe(0);
    expect(right + failed).toBe(360);
    expect(right).toBeGreaterThan(300);
  });
});
