import { operations } from '@loupe/dto';
import { readUser, userIdOf } from './subjects';
import { choice, detail, flag, many, one, paged, type Tool, text } from './tool';

const { users } = operations;
const user = text('handle, profile URL or numeric id; an id needs no look-up');
const media = {
  posts: users.posts,
  reels: users.reels,
  tagged: users.tagged,
  reposts: users.reposts,
  stories: users.stories,
  highlights: users.highlights,
} as const;
const connections = { followers: users.followers, following: users.following } as const;

export const peopleTools: readonly Tool[] = [
  {
    name: 'loupe_user',
    title: 'Profile of an account',
    describe: (priceOf) =>
      `Profile of an account, with its numeric id (pk), which other tools take, too. ${priceOf(users.byUsername)} by handle, ${priceOf(users.byId)} by id; about (date joined, former names) costs ${priceOf(users.about)}, and ${priceOf(users.byUsername)} more with a handle.`,
    properties: { user, about: flag('the “about this account” panel instead of the profile'), ...detail },
    required: ['user'],
    async run(given, run) {
      const named = given.user as string;
      if (given.about) {
        const user_id = await userIdOf(run, named);
        return one(run, users.about, { user_id }, given, `About account ${user_id}`);
      }
      const wanted = readUser(named);
      if ('id' in wanted) return one(run, users.byId, { user_id: wanted.id }, given, `Profile ${wanted.id}`);
      return one(run, users.byUsername, wanted, given, `Profile of ${wanted.username}`);
    },
  },
  {
    name: 'loupe_user_media',
    title: 'What an account has published',
    describe: (priceOf) =>
      `Posts, reels, stories of the last day, highlights, reposts of an account, or posts it is tagged in. ${priceOf(users.posts)} a page, stories and highlights ${priceOf(users.stories)}; a handle costs ${priceOf(users.byUsername)} more.`,
    properties: { user, kind: choice(Object.keys(media)), most_viewed: flag('reels by views, not by time'), ...paged },
    required: ['user', 'kind'],
    async run(given, run) {
      const kind = given.kind as keyof typeof media;
      const user_id = await userIdOf(run, given.user as string);
      const sort = kind === 'reels' && given.most_viewed ? { sort_by_views: 'true' } : {};
      return many(run, media[kind], { user_id, ...sort }, given, `${kind} of account ${user_id}`);
    },
  },
  {
    name: 'loupe_user_connections',
    title: 'Followers and followed accounts',
    describe: (priceOf) =>
      `Who follows an account, or whom it follows; the platform caps both lists. ${priceOf(users.followers)} a page; a handle costs ${priceOf(users.byUsername)} more.`,
    properties: { user, kind: choice(Object.keys(connections)), ...paged },
    required: ['user', 'kind'],
    async run(given, run) {
      const kind = given.kind as keyof typeof connections;
      const user_id = await userIdOf(run, given.user as string);
      return many(run, connections[kind], { user_id }, given, `${kind} of account ${user_id}`);
    },
  },
];
