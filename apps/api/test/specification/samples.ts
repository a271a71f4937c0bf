import { type Answer, type Body, loupe } from './caller';
import { once } from './field-checks';

/** Example ids of the simulator's README. The tests find all other ids through the API. */
export const known = {
  marta: '1001',
  veryLarge: '1002',
  private: ['1003', '1004'],
  blank: '1007',
  showcase: '1012',
  storyTeller: '1014',
  publicUsers: ['1001', '1002', '1007', '1008', '1009', '1010', '1011', '1012', '1013', '1014', '1015'],
  photo: { pk: '2006059184019655369', code: 'BvW9DMF5srJ' },
  carouselOfTen: 'C7-r1EzjMij',
  coauthoredReel: 'CX7uSqd1SmJ',
  /** Three threads of `showcase`, paged in three ways by the upstream; the first has thousands of comments. */
  threads: ['CSgquzkYxhP', 'C-SmrmTsI29', 'DD_cSBaM4rT'] as const,
  repliedTo: ['17896169626109711', '18009542731353871'] as const,
  highlight: '17940908660136919',
  place: '371653515',
  audio: '797000832107795',
};

const session =
  'search_session_id=0f2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d&serp_session_id=1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d';
const browsing = 'browse_session_id=2b3c4d5e-6f7a-4b8c-9d0e-1f2a3b4c5d6e';

/** Every path in the specification, with a request that succeeds. */
export const endpoints: [path: string, example: string][] = [
  ['/users/username/{username}', '/users/username/marta.trails'],
  ['/users/{user_id}', '/users/1001'],
  ['/users/{user_id}/followers', '/users/1001/followers'],
  ['/users/{user_id}/following', '/users/1001/following'],
  ['/users/{user_id}/posts', '/users/1001/posts'],
  ['/users/{user_id}/reels', '/users/1001/reels'],
  ['/users/{user_id}/tagged', '/users/1001/tagged'],
  ['/users/{user_id}/reposts', '/users/1001/reposts'],
  ['/users/{user_id}/stories', '/users/1001/stories'],
  ['/users/{user_id}/highlights', '/users/1001/highlights'],
  ['/users/{user_id}/about', '/users/1001/about'],
  ['/posts/{post_id}', `/posts/${known.photo.code}`],
  ['/posts/{post_id}/comments', `/posts/${known.threads[0]}/comments?user_id=1012`],
  ['/posts/{post_id}/likers', `/posts/${known.threads[0]}/likers?user_id=1012`],
  [
    '/comments/{comment_id}/replies',
    `/comments/${known.repliedTo[0]}/replies?media_id=${known.threads[0]}&user_id=1012`,
  ],
  ['/comments/{comment_id}/likers', `/comments/${known.repliedTo[0]}/likers`],
  ['/search/users', `/search/users?${session}&query=marta`],
  ['/search/hashtags', `/search/hashtags?${session}&query=trail`],
  ['/search/audio', `/search/audio?${session}&${browsing}&query=quiet`],
  ['/search/top', `/search/top?${session}&query=trail`],
  ['/search/places', '/search/places?query=lisbon'],
  ['/hashtags/{name}', '/hashtags/trail'],
  ['/hashtags/{name}/top', '/hashtags/trail/top'],
  ['/hashtags/{name}/recent', '/hashtags/trail/recent'],
  ['/hashtags/{name}/reels', '/hashtags/trail/reels'],
  ['/locations/{location_id}', `/locations/${known.place}`],
  ['/locations/{location_id}/top', `/locations/${known.place}/top`],
  ['/locations/{location_id}/recent', `/locations/${known.place}/recent`],
  ['/highlights/{highlight_id}', `/highlights/${known.highlight}`],
  ['/stories/{reel_id}', '/stories/1001'],
  ['/audio/trending', '/audio/trending'],
  ['/audio/{audio_id}', `/audio/${known.audio}`],
  ['/audio/{audio_id}/medias', `/audio/${known.audio}/medias`],
  ['/resolve/media', `/resolve/media?code=${known.photo.code}`],
  ['/oembed', `/oembed?url=${encodeURIComponent(`https://www.instagram.com/p/${known.photo.code}/`)}`],
  ['/system/health', '/system/health'],
  ['/system/balance', '/system/balance'],
];

const bodies = async (paths: string[]): Promise<Body[]> => {
  const all: Body[] = [];
  for (const path of paths) all.push(await loupe.body(path));
  return all;
};
const itemsOf = async (paths: string[], maxPages?: number): Promise<Body[]> => {
  const all: Body[] = [];
  for (const path of paths) all.push(...(await loupe.items(path, maxPages)));
  return all;
};
const creators = [known.marta, known.showcase, known.storyTeller];

export const description = once(async (): Promise<Body> => (await fetch(`${loupe.baseUrl}/openapi.json`)).json());

export const examples = once(async () => {
  const answers: Record<string, Answer> = {};
  for (const [path, example] of endpoints) answers[path] = await loupe.get(example);
  return answers;
});

/** The whole list of a user's followers, shared by many tests. */
export const followers = once(() => loupe.items('/users/1001/followers'));
export const following = once(() => loupe.items('/users/1001/following'));
export const likers = once(() => itemsOf(known.threads.map((code) => `/posts/${code}/likers?user_id=1012`)));
export const commentLikers = once(() => loupe.items(`/comments/${known.repliedTo[0]}/likers`));

/** The profiles of the documented users, and of a page of followers. */
export const profiles = once(async () => {
  const found = (await followers()).slice(0, 25).map(({ pk }) => pk);
  return bodies([...known.publicUsers, ...known.private, ...found].map((pk) => `/users/${pk}`));
});

const gridOf = Object.fromEntries(creators.map((pk) => [pk, once(() => loupe.grid(pk))]));

export const grids = async (): Promise<Body[]> => {
  const pages: Body[] = [];
  for (const pk of creators) pages.push(...(await gridOf[pk]!()));
  return pages;
};

/** Single posts, found in grids: those of the showcase, which has one of every kind, and some of other accounts. */
export const posts = once(async () => {
  const codes: string[] = [];
  for (const pk of creators) {
    const halves = (await gridOf[pk]!()).flatMap((page) => Object.values<Body>(page.posts));
    codes.push(...halves.slice(0, pk === known.showcase ? 40 : 10).map(({ code }) => code));
  }
  return bodies([...new Set(codes)].map((code) => `/posts/${code}`));
});

const pagesOfMedia = [
  ...['top', 'recent', 'reels'].map((list) => `/hashtags/trail/${list}`),
  ...['top', 'recent'].map((list) => `/locations/${known.place}/${list}`),
  `/audio/${known.audio}/medias`,
];

export const lists = {
  reels: once(() => itemsOf(creators.map((pk) => `/users/${pk}/reels`))),
  tagged: once(() => itemsOf(creators.map((pk) => `/users/${pk}/tagged`))),
  reposts: once(() => itemsOf(creators.map((pk) => `/users/${pk}/reposts`))),
  stories: once(() => itemsOf(creators.map((pk) => `/users/${pk}/stories`))),
  'hashtag, location and audio': once(() => itemsOf(pagesOfMedia, 1)),
};

export const threads = known.threads.map((code) => once(() => loupe.comments(code, known.showcase)));

export const comments = once(async () => {
  const pages = await bodies(known.threads.map((code) => `/posts/${code}/comments?user_id=${known.showcase}`));
  return pages.flatMap((page) => page.comments);
});
