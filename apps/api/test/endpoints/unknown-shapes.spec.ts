import { allOperations, exampleAddress, type Operation, operations } from '@loupe/dto';
import { Metrics } from '../../src/platform/observability/metrics';
import { noteLogLines } from '../support/log-lines';
import type { AnyJson } from '../support/send';
import { rows } from '../support/stub-upstream';
import { unitMicros } from './endpoint-case';
import { api, ask, expectFree, upstream } from './stubbed';

const lines: AnyJson[] = [];
beforeAll(() => noteLogLines(api, (line) => lines.push(line)));
beforeEach(() => {
  lines.length = 0;
});

const { users, posts, comments, search, hashtags, locations, highlights, stories, audio } = operations;

async function unknownCount(operation: Operation): Promise<number> {
  const { values } = await api.app
    .get(Metrics)
    .registry.getSingleMetric('loupe_upstream_unknown_elements_total')!
    .get();
  return values.find(({ labels }) => labels.operation === operation.name)?.value ?? 0;
}

const priceOf = ({ priceUnits }: Operation) => unitMicros * BigInt(priceUnits);

const media = (pk: number) => ({ pk, id: `${pk}_77`, code: 'CSgquzkYxhP' });
const user = (pk: number) => ({ pk, username: `walker.${pk}` });
const timeline = '1$xdt_api__v1__profile_timeline(user_id:$user_id)';

/** A list: the upstream's body for some elements, an element of the known shape, and the items of the API's response. */
interface ListOfElements {
  readonly operation: Operation;
  body(elements: readonly unknown[]): object | string;
  element(pk: number): object;
  readonly itemsOf?: (json: AnyJson) => AnyJson[];
}

const ofUsers = { body: (users: readonly unknown[]) => ({ users, status: 'ok' }), element: user };
const ofItems = (items: readonly unknown[]) => ({ items, status: 'ok' });
const wrapped = { body: ofItems, element: (pk: number) => ({ media: media(pk) }) };
const sections = {
  body: (sections: readonly unknown[]) => ({ sections, status: 'ok' }),
  element: (pk: number) => ({ layout_content: { medias: [{ media: media(pk) }] } }),
};
const story = { body: (items: readonly unknown[]) => ({ reel: { items }, status: 'ok' }), element: media };
const ofComments = (pk: number) => ({ pk, text: 'Fog again' });

const lists: readonly ListOfElements[] = [
  ...[...allOperations.filter(({ answer }) => answer.of === 'CompactUser'), search.users].map((operation) => ({
    operation,
    ...ofUsers,
  })),
  { operation: users.reels, ...wrapped },
  {
    operation: audio.medias,
    ...wrapped,
    body: (items) => ({ items, metadata: { music_info: null }, music_canonical_id: '18418', status: 'ok' }),
  },
  { operation: users.tagged, body: ofItems, element: media },
  {
    operation: users.reposts,
    body: (repost_grid_items) => ({
      data: { '1$fetch__XDTUserDict(id:$id)': { '1$user_reposts_timeline': { repost_grid_items } } },
      status: 'ok',
    }),
    element: (pk) => ({ item_type: 'media', media: { id: `${pk}_77` } }),
  },
  { operation: users.stories, ...story },
  { operation: stories.byReel, ...story },
  {
    operation: highlights.byId,
    body: (items) => ({ reels: { 'highlight:17940908660136919': { items } }, status: 'ok' }),
    element: media,
  },
  {
    operation: users.highlights,
    body: (tray) => ({ tray, status: 'ok' }),
    element: (pk) => ({ id: `highlight:${pk}`, title: 'Ridges' }),
  },
  { operation: comments.replies, body: (child_comments) => ({ child_comments, status: 'ok' }), element: ofComments },
  {
    operation: posts.comments,
    body: (comments) => ({ comments, status: 'ok' }),
    element: ofComments,
    itemsOf: ({ comments }) => comments,
  },
  {
    operation: search.hashtags,
    body: (results) => ({ results, status: 'ok' }),
    element: (id) => ({ id, name: 'ridge' }),
  },
  { operation: search.audio, body: ofItems, element: (id) => ({ track: { id } }) },
  { operation: audio.trending, body: ofItems, element: (id) => ({ track: { id }, metadata: null }) },
  {
    operation: search.places,
    body: ofItems,
    element: (pk) => ({ location: { pk, name: 'Map Hall' }, title: 'Map Hall' }),
  },
  {
    operation: search.top,
    body: (edges) => ({ data: { '1$xdt_fbsearch__top_serp_graphql': { edges } }, status: 'ok' }),
    element: (pk) => ({ node: { __typename: 'XDTTopSerpMediaGridUnit', strong_id__: `${pk}` } }),
  },
  ...[hashtags.top, hashtags.recent, hashtags.reels, locations.top, locations.recent].map((operation) => ({
    operation,
    ...sections,
  })),
  {
    operation: users.posts,
    body: (profile_grid_items) =>
      rows(
        { data: { [timeline]: { strong_id__: null } }, extensions: { is_final: false } },
        { path: [timeline], data: { profile_grid_items }, extensions: { is_final: true } },
      ),
    element: (pk) => ({ media: { pk: `${pk}`, id: `${pk}_77` } }),
    itemsOf: ({ feed }) => feed.profile_grid_items,
  },
];

/** Elements of unknown shape: nested one level deeper, empty, or null. */
const unknown = [{ position: 0, entry: { pk: 5_501, username: 'walker.5501', id: '5501_77' } }, {}, null];

test('the tests of unknown shapes cover every list', () => {
  const returned = allOperations.filter(({ answer }) => answer.kind === 'list' || answer.of === 'CommentStream');
  expect(new Set(lists.map(({ operation }) => operation))).toEqual(new Set([...returned, users.posts]));
});

describe.each(lists.map((list) => [list.operation.name, list] as const))('%s', (_, list) => {
  const { operation, body, element, itemsOf = ({ items }: AnyJson) => items } = list;
  const path = exampleAddress(operation);
  const respondWith = (elements: readonly unknown[]) => {
    upstream.body = ({ url }) => (/\/users\/\d+\/info\/$/.test(url.pathname) ? undefined : body(elements));
  };

  it('returns a free upstream_error, and counts the elements, when no element has a known shape', async () => {
    const before = await unknownCount(operation);
    respondWith(unknown);
    await expectFree(path);
    // An empty section contains no media, so its shape does not count as unknown.
    const count = unknown.filter((one) => body !== sections.body || (one && Object.keys(one).length > 0)).length;
    expect(await unknownCount(operation)).toBe(before + count);
    expect(lines).toContainEqual(
      expect.objectContaining({ operation: operation.name, reason: expect.stringContaining(`${count} elements`) }),
    );
  });

  it('returns elements of the known shape, charges for them, and counts the others', async () => {
    const before = await unknownCount(operation);
    respondWith([{ position: 1, wrapper: { pk: 1 } }, element(9_001), [element(9_003)], element(9_002)]);
    const { reply, costMicros } = await ask(path);
    expect([reply.status, costMicros]).toEqual([200, priceOf(operation)]);
    const items = itemsOf(reply.json);
    expect(items.map((item: AnyJson) => /900\d/.exec(JSON.stringify(item))?.[0])).toEqual(['9001', '9002']);
    expect(await unknownCount(operation)).toBe(before + 2);
    expect(lines).toEqual([expect.objectContaining({ operation: operation.name, elements: 2 })]);
  });

  it('returns a charged empty page when there is no element', async () => {
    respondWith([]);
    const { reply, costMicros } = await ask(path);
    expect([reply.status, itemsOf(reply.json), costMicros]).toEqual([200, [], priceOf(operation)]);
    expect(lines).toEqual([]);
  });
});

describe('a username lookup', () => {
  const path = '/users/username/hill.walker';
  const typeahead = (...hits: unknown[]) => {
    upstream.body = ({ url }) =>
      url.pathname.includes('typeahead') ? rows({ users: hits, has_more: false, rank_token: 't' }) : undefined;
  };

  it.each([
    ['hits have their user one level below', [{ position: 0, user: { pk: 41, username: 'hill.walker' } }]],
    ['hits have no handle', [{ pk: 41 }, { pk: 42, username: null }]],
    ['hit with the handle has no pk', [{ username: 'hill.walker' }]],
    ['hit with the handle has a pk that is null', [{ pk: null, username: 'hill.walker' }]],
    ['hit with the handle has a pk that is no number', [{ pk: '\ud800', username: 'hill.walker' }]],
    ['hit with the handle has a pk that is 0', [{ pk: 0, username: 'hill.walker' }]],
  ])('returns a free upstream_error when the %s, because the account may exist', async (_, hits) => {
    typeahead(...hits);
    await expectFree(path);
  });

  it('finds the account among hits of other shapes, which are counted', async () => {
    const before = await unknownCount(users.byUsername);
    typeahead({ keyword: { name: 'hill' } }, { pk: 41, username: 'Hill.Walker' });
    const { reply, costMicros } = await ask(path);
    expect([reply.status, reply.json.pk, costMicros]).toEqual([200, '41', priceOf(users.byUsername)]);
    expect(await unknownCount(users.byUsername)).toBe(before + 1);
  });

  it('returns a charged 404 when only other accounts are found', async () => {
    typeahead({ pk: 42, username: 'hill.walkers' });
    const { reply, costMicros } = await ask(path);
    expect([reply.json.code, costMicros]).toEqual(['profile_not_found', priceOf(users.byUsername)]);
  });
});

describe('an object without its required members', () => {
  const none = ['null', '""', '0', '"0"', '{}', '[]', 'true'];
  const everyProfile = [
    ...['/users/41', '/users/41/stories', '/stories/41', '/users/41/highlights', '/users/41/followers'],
    ...['/users/41/following', '/users/41/reels', '/users/41/tagged', '/users/41/reposts', '/users/41/posts'],
    ...['/posts/CSgquzkYxhP/likers?user_id=41', '/posts/CSgquzkYxhP/comments?user_id=41'],
    '/comments/17896169626109711/replies?media_id=CSgquzkYxhP&user_id=41',
  ];
  /** All other responses are empty, so that the outcome depends only on the profile. */
  const emptyLists = { users: [], items: [], tray: [], comments: [], child_comments: [], reel: null, status: 'ok' };
  const emptyGraphs = {
    data: {
      [timeline]: { profile_grid_items: [] },
      '1$fetch__XDTUserDict(id:$id)': { '1$user_reposts_timeline': { repost_grid_items: [] } },
    },
  };
  const respondWithProfile = (user: string) => {
    upstream.body = ({ url: { pathname } }) => {
      if (pathname.endsWith('/info/')) return `{"user":${user},"status":"ok"}`;
      return pathname.includes('graphql') ? emptyGraphs : emptyLists;
    };
  };

  it.each(everyProfile)('is a free upstream_error when it is the profile that %s needs', async (path) => {
    for (const user of ['{}', '{"is_private":true}', ...none.map((pk) => `{"pk":${pk},"is_private":false}`)]) {
      respondWithProfile(user);
      await expectFree(path);
    }
    respondWithProfile('{"pk":"41","is_private":false}');
    const { reply } = await ask(path);
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  });

  const objects: readonly [path: string, withId: (id: string) => string][] = [
    ['/posts/3641', (id) => `{"items":[{"pk":${id},"code":"x"}],"status":"ok"}`],
    ['/hashtags/ridge', (id) => `{"id":${id},"media_count":12,"allow_following":1,"status":"ok"}`],
    ['/hashtags/ridge', (id) => `{"name":${id},"media_count":12,"following":0,"status":"ok"}`],
    ['/audio/41', (id) => `{"metadata":{"music_info":{"music_asset_info":{"id":${id}}}},"status":"ok"}`],
    ['/audio/41', (id) => `{"metadata":{"original_sound_info":{"audio_asset_id":${id}}},"status":"ok"}`],
    ['/audio/41', (id) => `{"metadata":{},"music_canonical_id":${id},"status":"ok"}`],
    ['/audio/41/medias', (id) => `{"metadata":{},"items":[],"music_canonical_id":${id},"status":"ok"}`],
    ['/oembed?url=instagram.com/p/CSgquzkYxhP', (id) => `{"media_id":${id},"author_name":"hill.walker","status":"ok"}`],
  ];
  it.each(objects)('is a free upstream_error at %s when its id or name is invalid: %s', async (path, withId) => {
    for (const id of path.startsWith('/hashtags') ? none.filter((one) => !/0/.test(one)) : none) {
      upstream.body = () => withId(id);
      await expectFree(path);
    }
    upstream.body = () => withId('"3641"');
    expect(await ask(path)).toMatchObject({ reply: { status: 200 }, costMicros: unitMicros });
  });

  it.each([
    ['/posts/CSgquzkYxhP', '{"items":[{}],"status":"ok"}'],
    ['/posts/CSgquzkYxhP', '{"items":[null],"status":"ok"}'],
    ['/audio/41', '{"metadata":{},"status":"ok"}'],
    ['/hashtags/ridge', '{"status":"ok"}'],
    ['/oembed?url=instagram.com/p/CSgquzkYxhP', '{"html":"<p>","status":"ok"}'],
  ])('is a free upstream_error for an incomplete body at %s: %s', async (path, body) => {
    upstream.body = () => body;
    await expectFree(path);
  });

  it.each([
    ['/posts/CSgquzkYxhP', '{"items":[],"status":"ok"}'],
    ['/audio/41', '{"metadata":null,"status":"ok"}'],
    ['/hashtags/ridge', '{"id":0,"name":"ridge","media_count":0,"status":"ok"}'],
    ['/locations/41', '{"lat":null,"status":"ok"}'],
  ])('is distinguished from a resource that does not exist, which is charged: %s %s', async (path, body) => {
    upstream.body = () => body;
    const { reply, costMicros } = await ask(path);
    expect([reply.json.code, costMicros]).toEqual(['not_found', unitMicros]);
  });
});

test('an unpaired surrogate in an upstream cursor is replaced, and paging continues', async () => {
  const cursors: (string | null)[] = [];
  upstream.body = ({ url }) => {
    cursors.push(url.searchParams.get('max_id'));
    return cursors.length === 1
      ? `{"users":[{"pk":41,"username":"a"}],"next_max_id":"AQ\\ud83d==","status":"ok"}`
      : `{"users":[{"pk":42,"username":"b"}],"next_max_id":"AQ\\ud83d==","status":"ok"}`;
  };
  const first = await ask('/users/41/followers');
  const second = await ask(`/users/41/followers?cursor=${first.reply.json.next_cursor}`);
  expect([first, second].map(({ reply, costMicros }) => [reply.status, reply.json.items[0].pk, costMicros])).toEqual([
    [200, '41', unitMicros],
    [200, '42', unitMicros],
  ]);
  expect(cursors).toEqual([null, 'AQ\ufffd==']);
  expect(second.reply.headers['x-list-end']).toBe('repeated-cursor');
});

test.each([
  [
    'comments',
    '/posts/CSgquzkYxhP/comments?user_id=41',
    'min_id',
    '{"comments":[{"pk":1,"text":"x"}],"has_more_headload_comments":true,"next_min_id":"\\udc00"}',
  ],
  [
    'sections',
    '/hashtags/ridge/top',
    'max_id',
    '{"sections":[{"layout_content":{"medias":[{"media":{"pk":1}}]}}],"next_max_id":"\\udc00"}',
  ],
  [
    'ranked hits',
    '/search/users?query=ridge&search_session_id=0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d&serp_session_id=1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
    'rank_token',
    '{"users":[{"pk":1}],"page_token":"a","rank_token":"\\udc00"}',
  ],
])('an unpaired surrogate in the upstream’s token for %s is not a caller’s error', async (_, path, parameter, body) => {
  let sentToken: string | null | undefined;
  upstream.body = ({ url, form }) => {
    sentToken = url.searchParams.get(parameter) ?? form.get(parameter);
    return body;
  };
  const first = await ask(path);
  const { next_min_id, next_cursor } = first.reply.json;
  const search = next_min_id ? `min_id=${next_min_id}` : `cursor=${next_cursor}`;
  const second = await ask(`${path}${path.includes('?') ? '&' : '?'}${search}`);
  expect([first.reply.status, second.reply.status, sentToken]).toEqual([200, 200, '\ufffd']);
});
