import { type SlowValue, slowFind, slowParse } from '../../../../libs/lossless-json/test/slow-json';
import type { SeenRequest } from '../support/per-worker/simulator';
import { send } from '../support/send';
import { api, tenant } from '../support/usual';
import { known, knownAudio, knownComments, knownHighlights, knownPosts } from './known';
import { answersAt, objectWithout, rawBody, rowsOf } from './upstream-oracle';

async function answerAndSource(path: string, upstream: string) {
  await api.simulator.forget();
  const reply = await send(api.baseUrl, path, { key: tenant.key });
  expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  const request = (await api.simulator.seen()).find(({ operation }) => operation === upstream) as SeenRequest;
  return { reply, request, body: await rawBody(api.simulator, request) };
}

const one = (path: string) => (body: string) => answersAt(body, path)[0]!;
const without =
  (...names: string[]) =>
  (body: string) =>
    objectWithout(rowsOf(body)[0]!, ...names);
const onePage = (path: string) => (body: string) =>
  `{"items":[${answersAt(body, path).join(',')}],"next_cursor":null,"has_more":false}`;

const nastyCaption = 'CxxDbqwkD4j';
const owner = known.showcase;

test.each<[path: string, upstream: string, expected: (body: string) => string]>([
  [`/users/${known.marta}`, 'users.info', one('user')],
  [`/users/${known.manyScripts}`, 'users.info', one('user')],
  ['/users/username/marta.trails', 'users.info', one('user')],
  [`/posts/${nastyCaption}`, 'media.info', one('items[]')],
  [`/posts/${knownPosts.reel}`, 'media.info', one('items[]')],
  [`/posts/${knownPosts.carousel}`, 'media.info', one('items[]')],
  ['/hashtags/love', 'tags.info', without('status')],
  ['/hashtags/restrictedtopic', 'tags.info', without('status')],
  ['/locations/371653515', 'locations.info', without('status')],
  [`/audio/${knownAudio.cluster}`, 'clips.music', without('items', 'paging_info', 'status')],
  [`/audio/${knownAudio.original}`, 'clips.music', without('items', 'paging_info', 'status')],
  [`/oembed?url=instagram.com/p/${nastyCaption}`, 'oembed', without('status')],
  [`/posts/${knownPosts.photo.pk}/likers?user_id=${owner}`, 'media.likers', onePage('users[]')],
  [`/comments/${knownComments.repliesByMaxId}/likers`, 'media.comment_likers', onePage('users[]')],
  [`/users/${known.storyTeller}/stories`, 'feed.user_story', onePage('reel.items[]')],
  [`/stories/${known.storyTeller}`, 'feed.user_story', onePage('reel.items[]')],
  [`/users/${known.storyTeller}/highlights`, 'highlights.tray', onePage('tray[]')],
  [`/highlights/${knownHighlights.ofMarta}`, 'feed.reels_media', onePage('reels.~highlight:.items[]')],
  ['/search/places?query=berlin', 'search.places', onePage('items[]')],
])('%s returns the upstream’s object byte for byte, except for its ids', async (path, upstream, expected) => {
  const { reply, body } = await answerAndSource(path, upstream);
  expect(reply.text).toBe(expected(body));
});

/** Replaces the tokens of a response, so that all other bytes can be compared with the upstream's. */
const unencrypted = (text: string) =>
  text.replace(/"(next_m(?:in|ax)_id|profile_grid_items_cursor)":"[\w-]+"/g, '"$1":"…"');

describe('the stream of comments', () => {
  const path = (pk: string, search = '') => `/posts/${pk}/comments?user_id=${owner}${search}`;

  /** The upstream's page with `…` in place of its tokens, and with the members that the API adds. */
  function expectedPage(body: string, pk: string): string {
    const [page] = rowsOf(body);
    const source = JSON.parse(body) as Record<string, string | undefined>;
    const hasMore = (source.next_min_id ?? source.next_max_id) !== undefined;
    const added = [
      ...(hasMore && source.next_min_id === undefined ? ['"next_min_id":"…"'] : []),
      `"media_pk":"${pk}_${owner}","has_more":${hasMore}`,
    ];
    return objectWithout(page!, 'status')
      .replace(/"(next_m(?:in|ax)_id)":"(?:[^"\\]|\\.)*"/, '"$1":"…"')
      .replace(/\}$/, `,${added.join(',')}}`);
  }

  it.each([
    [knownPosts.hugeThread, 'min_id', 4],
    [knownPosts.tailThread, 'max_id', Number.POSITIVE_INFINITY],
    [knownPosts.opaqueTailThread, 'max_id', Number.POSITIVE_INFINITY],
  ])('of post %s has the upstream’s bytes, and sends %s back unchanged', async (pk, parameter, maxPages) => {
    let token: string | undefined;
    let expectedToken: string | undefined;
    let pages = 0;
    do {
      const search = token === undefined ? '' : `&min_id=${token}`;
      const { reply, request, body } = await answerAndSource(path(pk, search), 'media.comments');
      expect(request.query[parameter]).toBe(expectedToken);
      expect(Object.keys(request.query).filter((name) => /^m.._id$/.test(name))).toHaveLength(expectedToken ? 1 : 0);
      const { next_min_id, next_max_id } = JSON.parse(body) as Record<string, string | undefined>;
      expectedToken = parameter === 'min_id' ? next_min_id : next_max_id;
      expect(unencrypted(reply.text)).toBe(expectedPage(body, pk));
      expect(reply.json.has_more).toBe(expectedToken !== undefined);
      token = reply.json.has_more ? reply.json.next_min_id : undefined;
      if (parameter === 'max_id') expect(reply.json.next_max_id).toBe(token);
      pages += 1;
    } while (token !== undefined && pages < maxPages);
    expect(pages).toBeGreaterThan(3);
  });

  it('accepts next_max_id as max_id, and next_min_id only as min_id', async () => {
    const { reply } = await answerAndSource(path(knownPosts.tailThread), 'media.comments');
    const { next_min_id, next_max_id } = reply.json;
    const second = await answerAndSource(path(knownPosts.tailThread, `&max_id=${next_max_id}`), 'media.comments');
    const same = await answerAndSource(path(knownPosts.tailThread, `&min_id=${next_min_id}`), 'media.comments');
    expect(unencrypted(same.reply.text)).toBe(unencrypted(second.reply.text));
    const ranked = await answerAndSource(path(knownPosts.hugeThread), 'media.comments');
    const search = `&max_id=${ranked.reply.json.next_min_id}`;
    const refused = await send(api.baseUrl, path(knownPosts.hugeThread, search), { key: tenant.key });
    expect(refused.json).toMatchObject({ code: 'invalid_cursor', detail: expect.stringContaining('next_min_id') });
  });
});

describe('the profile grid', () => {
  /** The expected grid: `feed` from the upstream's second row, then `posts` from its later rows, by pk. */
  function expectedGrid(body: string): string {
    const [, feedRow, ...deferred] = rowsOf(body);
    const data = (row: SlowValue) => slowFind(row, 'data')[0]!;
    const feed = data(feedRow!).answer.replace(
      '"pinned_profile_grid_items_ids":""',
      '"pinned_profile_grid_items_ids":[]',
    );
    const posts = deferred.map((row) => {
      const [pk] = JSON.parse(slowFind(row, 'data.id')[0]!.text).split('_');
      return `"${pk}":${data(row).answer}`;
    });
    return unencrypted(
      `{"feed":${feed},"posts":{${posts.join(',')}}}`.replaceAll(/(_cursor":")[^"]+"/g, '$1encrypted"'),
    );
  }

  it.each([known.marta, known.manyScripts])(
    'of account %s has `feed` and `posts` byte for byte, on every page to its end',
    async (pk) => {
      let cursor: string | null = null;
      let expected: string | null = null;
      const seen: string[] = [];
      do {
        const search: string = cursor === null ? '' : `?cursor=${cursor}`;
        const { reply, request, body } = await answerAndSource(
          `/users/${pk}/posts${search}`,
          'graphql.profile_timeline',
        );
        expect(JSON.parse(request.form.variables!).profile_grid_items_cursor ?? null).toBe(expected);
        expected = slowFind(rowsOf(body)[1]!, 'data.profile_grid_items_cursor').map(({ text }) => JSON.parse(text))[0];
        expect(unencrypted(reply.text)).toBe(expectedGrid(body));
        const { feed, posts } = reply.json;
        expect(Array.isArray(feed.pinned_profile_grid_items_ids)).toBe(true);
        const ids = feed.profile_grid_items.map(({ media }: { media: { pk: string } }) => media.pk);
        expect(new Set(ids)).toEqual(new Set(Object.keys(posts)));
        seen.push(...ids);
        cursor = feed.more_available ? feed.profile_grid_items_cursor : null;
      } while (cursor !== null);
      expect(seen.length).toBeGreaterThan(36);
    },
  );

  it.each([
    [known.showcase, 'first', 'is pinned'],
    [known.quirky, 'second', 'is repeated by the upstream'],
  ])('of account %s has no duplicate member in an object of its %s page, although a post %s', async (pk, which) => {
    const path = `/users/${pk}/posts`;
    let { reply } = await answerAndSource(path, 'graphql.profile_timeline');
    const cursor = reply.json.feed.profile_grid_items_cursor;
    if (which === 'second') ({ reply } = await answerAndSource(`${path}?cursor=${cursor}`, 'graphql.profile_timeline'));
    const { feed, posts } = reply.json;
    expect(feed.profile_grid_items.length).toBeGreaterThan(Object.keys(posts).length);
    expect(repeatedKeys(slowParse(reply.text))).toEqual([]);
  });
});

function repeatedKeys({ members, elements }: SlowValue): string[] {
  const keys = members.map(({ key }) => key);
  const here = keys.filter((key, index) => keys.indexOf(key) !== index);
  return [...here, ...[...members.map(({ value }) => value), ...elements].flatMap(repeatedKeys)];
}
