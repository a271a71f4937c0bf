import { canonicalPostUrl, parsePlatformUrl } from './platform-url';

const code = 'C_BM2yAN4Rm';
const post = { kind: 'post', pk: '3441088131388376166', code };

describe('parsePlatformUrl', () => {
  it.each([
    `https://www.instagram.com/p/${code}/`,
    `https://www.instagram.com/p/${code}`,
    `https://instagram.com/p/${code}/`,
    `https://m.instagram.com/p/${code}/`,
    `https://instagr.am/p/${code}/`,
    `http://www.instagram.com/p/${code}/`,
    `www.instagram.com/p/${code}/`,
    `instagram.com/p/${code}`,
    `HTTPS://WWW.Instagram.COM/p/${code}/`,
    `https://www.instagram.com/tv/${code}/`,
    `https://www.instagram.com/reel/${code}/`,
    `https://www.instagram.com/reels/${code}/`,
    `https://www.instagram.com/marta.trails/p/${code}/`,
    `https://www.instagram.com/marta_trails/reel/${code}/`,
    `https://www.instagram.com/dm/p/${code}/`,
    `https://www.instagram.com/p/${code}/embed/`,
    `https://www.instagram.com/p/${code}/embed/captioned/`,
    `https://www.instagram.com/p/${code}/media/?size=l`,
    `https://www.instagram.com/p/${code}/c/17900000000000000/`,
    `https://www.instagram.com/p/${code}/liked_by/`,
    `https://www.instagram.com/p/${code}/comments/`,
    `https://www.instagram.com/p/${code}/?igsh=NzBycmI2bGg4OG85&utm_source=x&img_index=1&hl=en`,
    `https://www.instagram.com/p/${code}?next=https://evil.test/@x:1`,
    `https://www.instagram.com/p/${code}/#comments`,
    `https://www.instagram.com/p/AA${code}/`,
    `https://www.instagram.com/p/${code}${'x'.repeat(28)}/`,
    'instagram://media?id=3441088131388376166',
  ])('parses %s as a post', (url) => {
    expect(parsePlatformUrl(url)).toEqual(post);
  });

  it('parses a code of digits as a shortcode, because paths never contain a pk', () => {
    expect(parsePlatformUrl('https://www.instagram.com/p/12345678901/')).toBeUndefined(); // above 2^63−1 as a code
    expect(parsePlatformUrl('https://www.instagram.com/p/1234567890/')).toEqual({
      kind: 'post',
      pk: '970208572785807220',
      code: '1234567890',
    });
  });

  it.each([
    [
      '/stories/marta.trails/3772053608293416704/',
      { kind: 'story', username: 'marta.trails', mediaPk: '3772053608293416704' },
    ],
    ['/stories/highlights/18146216698022174/', { kind: 'highlight', highlightId: '18146216698022174' }],
    ['/share/p/_bXyZ12-q', { kind: 'shareToken', token: '_bXyZ12-q' }],
    ['/share/reel/_bXyZ12-q/', { kind: 'shareToken', token: '_bXyZ12-q' }],
    ['/share/_bXyZ12-q', { kind: 'shareToken', token: '_bXyZ12-q' }],
    ['/reels/audio/564058920086577/', { kind: 'audio', audioId: '564058920086577' }],
    ['/explore/tags/alps/', { kind: 'tag', name: 'alps' }],
    ['/explore/tags/caf%C3%A9/', { kind: 'tag', name: 'café' }],
    ['/explore/tags/山/', { kind: 'tag', name: '山' }],
    ['/explore/locations/213385402/', { kind: 'location', locationId: '213385402' }],
    ['/explore/locations/213385402/z%C3%BCrich-west/', { kind: 'location', locationId: '213385402' }],
    ['/marta.trails/', { kind: 'profile', username: 'marta.trails' }],
    ['/marta.trails?hl=en', { kind: 'profile', username: 'marta.trails' }],
  ])('parses the path %s', (path, meaning) => {
    expect(parsePlatformUrl(`https://www.instagram.com${path}`)).toEqual(meaning);
  });

  it.each([
    ['', { type: 'highlight', reelId: '17924739640580662' }],
    ['/', { type: 'highlight', reelId: '17924739640580662' }],
    ['?igsh=YmMyMTA2M2Y=', { type: 'highlight', reelId: '17924739640580662' }],
    [
      '?story_media_id=2562092988995888143',
      { type: 'highlight', reelId: '17924739640580662', mediaId: '2562092988995888143' },
    ],
    [
      '/?igshid=88gijq260eik&story_media_id=2562092988995888143%5F178537482',
      {
        type: 'highlight',
        reelId: '17924739640580662',
        authorId: '178537482',
        mediaId: '2562092988995888143',
      },
    ],
    ['?story_media_id=1&story_media_id=2', undefined],
    ['?story_media_id=', undefined],
    ['?story_media_id=2562092988995888143+', undefined],
  ])('parses a share link followed by %j', (rest, target) => {
    const read = parsePlatformUrl(`https://www.instagram.com/s/aGlnaGxpZ2h0OjE3OTI0NzM5NjQwNTgwNjYy${rest}`);
    expect(read).toEqual(target && { kind: 'share', target });
  });

  it('accepts percent-encoded padding in a share token', () => {
    expect(parsePlatformUrl('https://www.instagram.com/s/aGlnaGxpZ2h0OjE3MDAwMDAwMDAwMDAwMQ%3D%3D')).toEqual({
      kind: 'share',
      target: { type: 'highlight', reelId: '170000000000001' },
    });
  });

  it('parses the canonical URL of a shortcode', () => {
    expect(canonicalPostUrl(code)).toBe(`https://www.instagram.com/p/${code}/`);
    expect(parsePlatformUrl(canonicalPostUrl(code))).toEqual(post);
  });
});

describe('parsePlatformUrl of an invalid URL', () => {
  it.each([
    ['another host', `https://example.com/p/${code}/`],
    ['the host as a subdomain of another', `https://instagram.com.evil.test/p/${code}/`],
    ['the host as the end of another', `https://evilinstagram.com/p/${code}/`],
    ['an unknown subdomain', `https://evil.instagram.com/p/${code}/`],
    ['two known labels', `https://www.m.instagram.com/p/${code}/`],
    ['the host as user name', `https://instagram.com@evil.test/p/${code}/`],
    ['the host as user name and password', `https://instagram.com:x@evil.test/p/${code}/`],
    ['user info before the host', `https://evil@instagram.com/p/${code}/`],
    ['empty user info', `https://@instagram.com/p/${code}/`],
    ['the default port', `https://www.instagram.com:443/p/${code}/`],
    ['another port', `http://www.instagram.com:8080/p/${code}/`],
    ['an empty port', `https://www.instagram.com:/p/${code}/`],
    ['a trailing dot', `https://www.instagram.com./p/${code}/`],
    ['two trailing dots', `https://www.instagram.com../p/${code}/`],
    ['a leading dot', `https://.instagram.com/p/${code}/`],
    ['a Cyrillic letter', `https://www.instаgram.com/p/${code}/`],
    ['a dotless i', `https://www.ınstagram.com/p/${code}/`],
    ['a long s, which folds to s', `https://www.inſtagram.com/p/${code}/`],
    ['full-width letters', `https://ｉnstagram.com/p/${code}/`],
    ['an ideographic full stop', `https://instagram。com/p/${code}/`],
    ['a punycode label', `https://xn--nstagram-skb.com/p/${code}/`],
    ['an encoded letter in the host', `https://instagram%2Ecom/p/${code}/`],
    ['an encoded slash in the host', `https://instagram.com%2F@evil.test/p/${code}/`],
    ['an address literal', `https://127.0.0.1/p/${code}/`],
    ['an IPv6 literal', `https://[::1]/p/${code}/`],
    ['no scheme but slashes', `//www.instagram.com/p/${code}/`],
    ['slashes and another host', `//evil.test/instagram.com/p/${code}/`],
    ['no slashes after the scheme', `https:www.instagram.com/p/${code}/`],
    ['one slash after the scheme', `https:/www.instagram.com/p/${code}/`],
    ['three slashes after the scheme', `https:///www.instagram.com/p/${code}/`],
    ['two schemes', `https://https://www.instagram.com/p/${code}/`],
    ['another scheme', `ftp://www.instagram.com/p/${code}/`],
    ['a script', `javascript://www.instagram.com/p/${code}/`],
    ['a file', `file://www.instagram.com/p/${code}/`],
    ['a view of the source', `view-source:https://www.instagram.com/p/${code}/`],
    ['a backslash after the host', `https://www.instagram.com\\@evil.test/p/${code}/`],
    ['backslashes for slashes', `https:\\\\www.instagram.com\\p\\${code}`],
    ['white space in front', ` https://www.instagram.com/p/${code}/`],
    ['white space behind', `https://www.instagram.com/p/${code}/ `],
    ['a tab inside, which browsers drop', `https://www.insta\tgram.com/p/${code}/`],
    ['a line break', `https://www.instagram.com/p/${code}/\n`],
    ['a line break and a header', `https://www.instagram.com/p/${code}/\r\nx-evil: 1`],
    ['a NUL', `https://www.instagram.com/p/${code}\0/`],
    ['a no-break space', `https://www.instagram.com/p/${code}/?x=\u00a0`],
    ['a zero-width space', `https://www.instagram.com/p/${code}/\u200b`],
    ['a right-to-left override', `https://www.instagram.com/\u202ep/${code}/`],
    ['half a surrogate pair', `https://www.instagram.com/explore/tags/\ud800/`],
    ['the platform in the query only', `https://evil.test/?u=https://www.instagram.com/p/${code}/`],
    ['the platform in the fragment only', `https://evil.test/#www.instagram.com/p/${code}/`],
    ['the path in the fragment', `https://www.instagram.com#/p/${code}/`],
    ['the path in the query', `https://www.instagram.com?/p/${code}/`],
    ['nothing', ''],
    ['a host alone', 'https://www.instagram.com'],
    ['a host with a slash', 'https://www.instagram.com/'],
    ['a path alone', `/p/${code}/`],
    ['a code alone', code],
    ['more than 2,048 characters', `https://www.instagram.com/p/${code}/?x=${'y'.repeat(2048)}`],
    ['an app link without number', 'instagram://media?id='],
    ['an app link with a code', `instagram://media?id=${code}`],
    ['an app link to something else', 'instagram://user?username=marta'],
    ['an app link out of range', 'instagram://media?id=9223372036854775808'],
  ])('rejects %s', (_what, url) => {
    expect(parsePlatformUrl(url)).toBeUndefined();
  });

  it.each([
    ['an empty code', '/p/'],
    ['a code out of range', '/p/___________/'],
    ['a pk for a code', '/p/3441088131388376166/'],
    ['a character outside the alphabet', `/p/${code}!/`],
    ['an encoded letter', '/p/%43_BM2yAN4Rm/'],
    ['an encoded slash', `/p%2F${code}/`],
    ['an encoded NUL', `/p/${code}%00/`],
    ['broken percent-encoding in the path', `/p/${code}%/`],
    ['broken percent-encoding in the query', `/p/${code}/?igsh=%zz`],
    ['an empty segment', `/p//${code}/`],
    ['two slashes in front', `//p/${code}/`],
    ['two slashes behind', `/p/${code}//`],
    ['a dot segment', `/./p/${code}/`],
    ['a double-dot segment', `/../p/${code}/`],
    ['an encoded double-dot segment', `/%2e%2e/p/${code}/`],
    ['an upper-case first segment', `/P/${code}/`],
    ['an unknown view', `/p/${code}/edit/`],
    ['a comment without number', `/p/${code}/c/`],
    ['a handle of 31 characters', `/${'a'.repeat(31)}/p/${code}/`],
    ['two handles', `/marta/trails/p/${code}/`],
    ['a reserved word as a handle', `/explore/p/${code}/`],
    ['an audio page without id', '/reels/audio/'],
    ['an audio page with a name', '/reels/audio/alps/'],
    ['a story without pk', '/stories/marta.trails/'],
    ['a story with a code', `/stories/marta.trails/${code}/`],
    ['a highlight without id', '/stories/highlights/'],
    ['a highlight with a name', '/stories/highlights/alps/'],
    ['a share token missing', '/share/p/'],
    ['a share link without token', '/s/'],
    ['a share link with another payload', '/s/bWVkaWE6MTIz'],
    ['a share token encoded twice', '/s/aGlnaGxpZ2h0OjE3MDAwMDAwMDAwMDAwMQ%253D%253D'],
    ['a share token with bytes that are not UTF-8', '/s/aGln%ff'],
    ['a tag with an encoded slash', '/explore/tags/a%2Fb/'],
    ['a tag with an encoded line break', '/explore/tags/a%0Ab/'],
    ['a tag that is not UTF-8', '/explore/tags/%ff/'],
    ['a tag with an overlong UTF-8 encoding', '/explore/tags/%c0%af/'],
    ['a place with a name for an id', '/explore/locations/alps/'],
    ['a reserved word alone', '/explore/'],
    ['a page of the site', '/accounts/login/'],
  ])('rejects a path with %s', (_what, path) => {
    expect(parsePlatformUrl(`https://www.instagram.com${path}`)).toBeUndefined();
  });
});
