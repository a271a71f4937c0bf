import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase, eachOf } from '../endpoint-case';
import { known, knownHighlights, knownPosts } from '../known';

const { oembed } = operations;

const embedded = (url: string) => `/oembed?url=${encodeURIComponent(url)}`;
const { photo } = knownPosts;
const postForms = [
  `https://www.instagram.com/p/${photo.code}/`,
  `http://instagram.com/reel/${photo.code}?igsh=abc`,
  `instagr.am/tv/${photo.code}`,
  `https://m.instagram.com/showcase.posts/reel/${photo.code}/`,
  `https://www.instagram.com/p/${photo.code}/embed/captioned/`,
];
/** `platform-url.spec.ts` has all forms of wrong URLs. */
const hostile = [
  'https://www.instagram.com@127.0.0.1/p/BvW9DMF5srJ/',
  'https://www.instagram.com/p/BvW9DMF5srJ/../../../_sim/faults',
  'https://www.instagram.com/marta.trails/',
  'https://www.instagram.com/share/p/BAAAAAAAAA',
];
const share = (payload: string, search = '') =>
  embedded(`https://www.instagram.com/s/${Buffer.from(payload).toString('base64').replace(/=+$/, '')}${search}`);

export const oembedCases: readonly EndpointCase[] = casesOf(oembed.byUrl, [
  ...eachOf(postForms, (url) => ({
    name: `embeds ${url}`,
    path: embedded(url),
    upstream: ['oembed'],
    check: ({ json }, [request]) => {
      expect(json).toMatchObject({ media_id: `${photo.pk}_${known.showcase}`, author_id: known.showcase });
      expect(json.status).toBeUndefined();
      // The URL is rebuilt from its parsed parts, so that none of the caller's text reaches the upstream.
      expect(request!.query.url).toBe(`https://www.instagram.com/p/${photo.code}/`);
    },
  })),
  {
    name: 'decodes the ids of a share link without losing a digit, and without an upstream request',
    path: share('highlight:18146216698022174', '?story_media_id=2562092988995888143_178537482'),
    units: 0,
    upstream: [],
    check: ({ json }) =>
      expect(json).toEqual({
        type: 'highlight',
        reel_id: '18146216698022174',
        author_id: '178537482',
        media_id: '2562092988995888143',
      }),
  },
  {
    name: 'requests the author from the upstream if a share link does not name it',
    path: share(`highlight:${knownHighlights.ofMarta}`),
    upstream: ['feed.reels_media'],
    check: ({ json }) =>
      expect(json).toEqual({
        type: 'highlight',
        reel_id: knownHighlights.ofMarta,
        author_id: known.marta,
        media_id: null,
      }),
  },
  {
    name: 'returns the reel id of a story link as its author',
    path: share(`story:${known.storyTeller}`),
    units: 0,
    upstream: [],
    check: ({ json }) => expect(json).toMatchObject({ type: 'story', author_id: known.storyTeller }),
  },
  ...eachOf(hostile, (url) => ({
    name: `refuses ${url}`,
    path: embedded(url),
    code: 'invalid_parameter',
    check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'query', parameter: 'url' }]),
  })),
  { name: 'requires a URL', path: '/oembed', code: 'unprocessable_entity' },
  {
    name: 'refuses an overlong URL',
    path: embedded(`https://www.instagram.com/p/${'A'.repeat(5_000)}/`),
    code: 'unprocessable_entity',
  },
  {
    name: 'does not find a deleted post',
    path: embedded('https://www.instagram.com/p/CeoWAZ9ArMt/'),
    code: 'not_found',
  },
  {
    name: 'does not find a post for which the upstream returns the plain text `No Media Match`',
    path: embedded(`https://www.instagram.com/p/${photo.code}/`),
    faults: { oembed: 'no_media_match' },
    code: 'not_found',
    upstream: ['oembed'],
  },
  { name: 'does not find a deleted highlight', path: share(`highlight:${knownHighlights.deleted}`), code: 'not_found' },
  {
    name: 'reports that the owner is private',
    path: embedded('https://www.instagram.com/p/De-58ODYXC9/'),
    code: 'private_account',
  },
]);
