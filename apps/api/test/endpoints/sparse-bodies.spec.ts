import { type Operation, operations } from '@loupe/dto';
import { type AnyJson, send } from '../support/send';
import { rows } from '../support/stub-upstream';
import { DeclaredSchemas } from './declared-schemas';
import { api, tenant, upstream } from './stubbed';

let schemas: DeclaredSchemas;
beforeAll(async () => {
  schemas = new DeclaredSchemas((await send(api.baseUrl, '/openapi.json')).json);
});

async function expectDeclared(operation: Operation, path: string, body: AnyJson): Promise<void> {
  upstream.body = ({ url }) => (/\/users\/77\/info\/$/.test(url.pathname) ? undefined : body);
  const reply = await send(api.baseUrl, path, { key: tenant.key });
  expect({ path, status: reply.status, violations: schemas.violationsOf(operation, reply) }).toEqual({
    path,
    status: 200,
    violations: [],
  });
}

/** A post without any optional member. */
const bare = {
  ...{
    pk: 3_600_500_400_300_200_100n.toString(),
    id: '3600500400300200100_77',
    code: 'DH3gQxYs5Lk',
    taken_at: 1_770_000_000,
  },
  ...{ media_type: 8, product_type: 'carousel_container', caption: null, like_count: 4, comment_count: 0 },
  ...{ original_width: 1_080, original_height: 1_350, coauthor_producers: [], location: null, clips_metadata: null },
  ...{ image_versions2: { candidates: [] }, user: { pk: '77' } },
};

/** Members that are incomplete or null in some real posts. */
const holes: Readonly<Record<string, object>> = {
  'a carousel whose children have no pictures': { carousel_media: [{ pk: '1' }, { pk: '2', image_versions2: null }] },
  'an empty object instead of pictures': { image_versions2: {} },
  'a list of pictures that is null': { image_versions2: { candidates: null } },
  'a picture without a size': { image_versions2: { candidates: [{ url: 'https://media.test/a.jpg' }] } },
  'a picture without a URL': { image_versions2: { candidates: [{ width: 150, height: null }] } },
  'a video version that has no URL': { video_versions: [{ type: 101, id: 'v' }, { url: null }] },
  'no list of versions of its video': { video_versions: null },
  'tagged accounts that are null': { usertags: null },
  'an empty object instead of tagged accounts': { usertags: {} },
  'a tag without its account': { usertags: { in: [{ position: [0.5, 0.5] }, { user: null }] } },
  'a caption without its text, time and author': { caption: { pk: '5' } },
  'a caption whose author is null': { caption: { text: 'Fog', user: null, created_at: null } },
  'an owner who has nothing but an id': { user: { id: '77' } },
  'collaborators without names': { coauthor_producers: [{ pk: '78' }] },
  'no list of collaborators': { coauthor_producers: null },
  'a place that has only a name': { location: { name: 'Fen' } },
  'a place whose coordinates are null': { location: { pk: '9', name: 'Fenland', lat: null, lng: null } },
  'audio without any information': { clips_metadata: {} },
};

const grid = '1$xdt_api__v1__profile_timeline(user_id:$user_id)';
const halfOf = (hole: object) => ({ path: [grid, 'profile_grid_items', 0, 'media'], data: { ...hole, id: bare.id } });

test.each(Object.entries(holes))(
  'a post with %s conforms to the OpenAPI document, alone, in lists and in two parts',
  async (_, hole) => {
    const { posts, users, hashtags, audio } = operations;
    const media = { ...bare, ...hole };
    const items = [{ media }];
    await expectDeclared(posts.byId, `/posts/${bare.pk}`, { items: [media], status: 'ok' });
    await expectDeclared(users.tagged, '/users/77/tagged', { items: [media], status: 'ok' });
    await expectDeclared(users.reels, '/users/77/reels', { items, status: 'ok' });
    await expectDeclared(audio.medias, '/audio/41/medias', { items, metadata: {}, status: 'ok' });
    await expectDeclared(hashtags.top, '/hashtags/fen/top', { sections: [{ layout_content: { medias: items } }] });
    const [more, last] = [{ extensions: { is_final: false } }, { extensions: { is_final: true } }];
    const half = { profile_grid_items: [{ media }, { highlight: { id: 'h' } }] };
    const body = rows(
      { data: { [grid]: { strong_id__: null } }, ...more },
      { path: [grid], data: half, ...more },
      { ...halfOf(hole), ...last },
    );
    await expectDeclared(users.posts, '/users/77/posts', body);
  },
);

const user = { pk: '77', username: 'fen.walker' };
const { users, posts, comments, search, hashtags, locations, highlights, stories, audio, oembed } = operations;
const session =
  'search_session_id=0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d&serp_session_id=1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const browse = 'browse_session_id=2b3c4d5e-6f7a-4b8c-9d0e-1f2a3b4c5d6e';
const story = { pk: '9', id: '9_77', taken_at: 1, expiring_at: 86_401, is_reel_media: true, media_type: 1 };
const storyItem = { ...story, ...{ image_versions2: {}, original_width: 1, original_height: 1, user: { pk: '77' } } };

test.each<[path: string, operation: Operation, body: object]>([
  ['/users/78', users.byId, { user: { ...user, pk: '78' } }],
  [
    '/users/78',
    users.byId,
    { user: { ...user, pk: '78', biography: null, bio_links: null, hd_profile_pic_versions: [{}] } },
  ],
  ['/users/77/followers', users.followers, { users: [user, { ...user, account_badges: null }] }],
  ['/posts/1/likers?user_id=77', posts.likers, { users: [user] }],
  [`/search/users?query=fen&${session}`, search.users, { users: [user] }],
  [`/search/hashtags?query=fen&${session}`, search.hashtags, { results: [{ name: 'fen' }] }],
  [`/search/audio?query=fen&${session}&${browse}`, search.audio, { items: [{ track: { id: '1' } }] }],
  ['/search/places?query=fen', search.places, { items: [{ location: { pk: 1 } }, { title: 'Fen' }] }],
  ['/audio/trending', audio.trending, { items: [{ track: { id: '1', title: null } }] }],
  ['/audio/41', audio.byId, { metadata: { music_info: { music_asset_info: { id: '41' } } } }],
  ['/hashtags/fen', hashtags.byName, { name: 'fen' }],
  ['/locations/41', locations.byId, { name: 'Fen', lat: null }],
  ['/oembed?url=instagram.com/p/DH3gQxYs5Lk', oembed.byUrl, { media_id: '1_77', title: null }],
  [
    '/users/77/highlights',
    users.highlights,
    {
      tray: [
        { id: 'highlight:5', cover_media: null },
        { id: 'highlight:6', cover_media: {} },
      ],
    },
  ],
  ['/users/77/stories', users.stories, { reel: { items: [storyItem] } }],
  ['/stories/77', stories.byReel, { reel: { items: [storyItem] } }],
  ['/highlights/5', highlights.byId, { reels: { 'highlight:5': { items: [storyItem] } } }],
  ['/posts/1/comments?user_id=77', posts.comments, { comments: [{ pk: '1', text: 'x', user: null }] }],
  [
    '/comments/5/replies?media_id=1&user_id=77',
    comments.replies,
    { child_comments: [{ pk: '1', text: 'x', user: {} }] },
  ],
])('%s conforms to the OpenAPI document when optional members are missing or null', async (path, operation, body) => {
  await expectDeclared(operation, path, { ...body, status: 'ok' });
});
