import { failureOf, testUpstream } from '../test/test-upstream';
import type { UpstreamRequest } from './request';
import { mediaInfo } from './requests/media';
import { reelsMedia, userStory } from './requests/stories';
import { friendships, userInfo } from './requests/users';
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
