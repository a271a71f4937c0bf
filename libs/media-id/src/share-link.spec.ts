import fc from 'fast-check';
import { decodeShareLink } from './share-link';

const base64 = (payload: string) => Buffer.from(payload, 'latin1').toString('base64');

describe('decodeShareLink', () => {
  it.each([
    ['aGlnaGxpZ2h0OjE3OTMyOTA5NDgxMTQzNjky', '17932909481143692'],
    ['aGlnaGxpZ2h0OjE3OTMzOTExODE2NTY4Njcx', '17933911816568671'],
    ['aGlnaGxpZ2h0OjE4MDQyNTA5NDg4MTcwMDk1', '18042509488170095'],
    ['aGlnaGxpZ2h0OjE4MTQ2MjE2Njk4MDIyMTc0', '18146216698022174'], // a double would end in …176
  ])('decodes the published token %s to highlight %s with all digits', (token, reelId) => {
    expect(decodeShareLink(token)).toEqual({ type: 'highlight', reelId });
  });

  it('decodes every highlight id, with and without padding', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (id) => {
        const token = base64(`highlight:${id}`);
        const expected = { type: 'highlight', reelId: String(id) };
        expect(decodeShareLink(token)).toEqual(expected);
        expect(decodeShareLink(token.replaceAll('=', ''))).toEqual(expected);
      }),
    );
  });

  it('reads the item and its owner from story_media_id', () => {
    const token = 'aGlnaGxpZ2h0OjE3OTI0NzM5NjQwNTgwNjYy';
    expect(decodeShareLink(token, '2562092988995888143_178537482')).toEqual({
      type: 'highlight',
      reelId: '17924739640580662',
      authorId: '178537482',
      mediaId: '2562092988995888143',
    });
    expect(decodeShareLink(token, '2562092988995888143')).toEqual({
      type: 'highlight',
      reelId: '17924739640580662',
      mediaId: '2562092988995888143',
    });
  });

  it.each(['', '0', 'x', 'DRqAYKuAIUx', '2562092988995888143_', '_178537482', '1_2_3', '1 ', '9223372036854775808'])(
    'rejects the whole link if story_media_id is %j',
    (storyMediaId) => {
      expect(decodeShareLink('aGlnaGxpZ2h0OjE3OTI0NzM5NjQwNTgwNjYy', storyMediaId)).toBeUndefined();
    },
  );

  it.each([
    ['a published token with stray bytes', 'aGlnaGxpsdsdZ2h0OjE3OTg4MDg5NjI5MzgzNzcw', '17988089629383770'],
    ['a published token with a wrong letter', 'aGlnaGhpZ2h0OjE4MTAyOTM0NDgzOTk1MjQ2', '18102934483995246'],
    ['bytes that are not UTF-8 at the start', base64('\xff\xfehighlight:18146216698022174'), '18146216698022174'],
    ['standard alphabet, + and /', base64('high\xfb\xef\xbf\xff:18146216698022174'), '18146216698022174'],
    [
      'url-safe alphabet, - and _',
      Buffer.from('high\xfb\xef\xbf\xff:18146216698022174', 'latin1').toString('base64url'),
      '18146216698022174',
    ],
  ])('decodes a token whose word “highlight” is damaged: %s', (_what, token, reelId) => {
    expect(decodeShareLink(token)).toEqual({ type: 'highlight', reelId });
  });

  it.each(['story:5501230456', '5501230456'])(
    "decodes %s to a user's story reel, whose author is that user",
    (payload) => {
      expect(decodeShareLink(base64(payload))).toEqual({ type: 'story', reelId: '5501230456', authorId: '5501230456' });
    },
  );

  it('prefers the owner in story_media_id to the user of a story reel', () => {
    expect(decodeShareLink(base64('story:5501230456'), '2562092988995888143_178537482')).toEqual({
      type: 'story',
      reelId: '5501230456',
      authorId: '178537482',
      mediaId: '2562092988995888143',
    });
  });

  it.each([
    ['nothing', ''],
    ['no digits', base64('highlight:')],
    ['zero', base64('highlight:0')],
    ['an id above 2^63−1', base64('highlight:9223372036854775808')],
    ['text after the digits', base64('highlight:18146216698022174x')],
    ['two colons', base64('highlight:1:2')],
    ['another kind', base64('media:18146216698022174')],
    ['no kind', base64(':18146216698022174')],
    ['two characters cut off', 'aGlnaGxpZ2h0OjE4MTQ2MjE2Njk4MDIyMT'],
    ['three characters cut off', 'aGlnaGxpZ2h0OjE4MTQ2MjE2Njk4MDIyM'],
    ['white space', 'aGlnaGxpZ2h0OjE4MTQ2MjE2Njk4MDIyMTc0 '],
    ['padding inside', 'aGln=aGxpZ2h0OjE4MTQ2MjE2Njk4MDIyMTc0'],
    ['a character outside base64', 'aGlnaGxpZ2h0OjE4MTQ2MjE2Njk4MDIyMTc*'],
    ['a shortcode', 'DRqAYKuAIUx'],
  ])('rejects a token with %s', (_what, token) => {
    expect(decodeShareLink(token)).toBeUndefined();
  });
});
