import { hollowTopic, restrictedTopic, saturatedTopic } from '../routes/hashtags';
import { highlightKey } from '../wire/stories';
import { commentAt } from '../world/comments';
import { originalSoundId } from '../world/music';
import { closedPlacePk, placeAt } from '../world/places';
import type { Post } from '../world/post';
import { highlightNumber } from '../world/stories';
import { wellKnownPosts, wellKnownUsers } from '../world/well-known';
import type { World } from '../world/world';

export type CatalogueEntry = Readonly<Record<string, string>>;
export type Catalogue = Readonly<Record<string, readonly CatalogueEntry[]>>;

const indexOf = (username: string): number => wellKnownUsers.findIndex((user) => user.username === username);

function showcase(world: World, ordinal: number): Post {
  return world.posts.at({ owner: indexOf('showcase.posts'), ordinal }) as Post;
}

function posts(world: World): CatalogueEntry[] {
  const shown = wellKnownPosts.map(({ purpose }, ordinal) => ({ post: showcase(world, ordinal), purpose }));
  const ofPrivate = (username: string) => world.posts.visible(indexOf(username))[0] as Post;
  const oldest = world.posts.visible(indexOf('old.timer')).at(-1) as Post;
  const all = [
    ...shown,
    { post: ofPrivate('quiet.lena'), purpose: 'private owner: 400 `Not authorized to view user`' },
    { post: ofPrivate('hushed.tomas'), purpose: 'quietly private owner: 200 with `items: []`' },
    { post: oldest, purpose: 'from 2011: a short code' },
  ];
  return all.map(({ post, purpose }) => ({ pk: String(post.pk), id: post.compositeId, code: post.code, purpose }));
}

function comments(world: World): CatalogueEntry[] {
  const thread = showcase(world, 7);
  const indexes = Array.from({ length: thread.topLevelComments }, (_, index) => index);
  const first = (fits: (replies: number, index: number) => boolean) =>
    commentAt(thread, indexes.find((index) => fits(thread.replyCount(index), index)) ?? 0);
  const isHead = (index: number) => commentAt(thread, index).draw % 3 === 0;
  const long = (isWalkedFromHead: boolean) =>
    first((replies, index) => replies > 12 && isHead(index) === isWalkedFromHead);
  const all = [
    { comment: long(false), purpose: 'replies paged by `max_id`, at least 3 pages' },
    { comment: long(true), purpose: 'replies paged by `min_id`, at least 3 pages' },
    { comment: first((replies) => replies === 0), purpose: 'no replies' },
  ];
  return all.map(({ comment, purpose }) => ({ pk: String(comment.pk), media_id: thread.compositeId, purpose }));
}

function highlights(world: World): CatalogueEntry[] {
  const own = world.stories.highlightAt(indexOf('marta.trails'), 0);
  const hidden = { owner: indexOf('quiet.lena'), ordinal: 0 };
  const beyond = { owner: indexOf('marta.trails'), ordinal: 900 };
  return [
    { id: own ? highlightKey(own) : '', purpose: 'the first of `marta.trails`' },
    { id: `highlight:${highlightNumber(hidden)}`, purpose: 'of a private account: `reels: {}`' },
    { id: `highlight:${highlightNumber(beyond)}`, purpose: 'deleted: `reels: {}`' },
  ];
}

function audio(world: World): CatalogueEntry[] {
  const track = world.music.track(showcase(world, 5).track ?? 0);
  return [
    { id: String(track.clusterId), kind: 'cluster', purpose: `“${track.title}” by ${track.artist}` },
    { id: String(track.assetId), kind: 'asset', purpose: 'the same track' },
    { id: String(track.canonicalId), kind: 'canonical', purpose: 'the same track' },
    {
      id: String(originalSoundId(showcase(world, 6))),
      kind: 'original',
      purpose: 'the sound of a reel of `showcase.posts`',
    },
    { id: '797000000000000', kind: 'unknown', purpose: '200 with `metadata: null`' },
  ];
}

export function catalogueOf(world: World): Catalogue {
  const [region, venue] = [placeAt(0), placeAt(21)];
  return {
    users: wellKnownUsers.map(({ pk, username, purpose }) => ({ pk: String(pk), username, purpose })),
    posts: posts(world),
    comments: comments(world),
    highlights: highlights(world),
    hashtags: [
      { name: 'trail', purpose: 'an ordinary tag' },
      { name: saturatedTopic, purpose: 'the largest post count in 31 bits: 2147483647' },
      { name: 'горы', purpose: 'Cyrillic; there are also `طبيعة`, `東京`, `☀️` and others' },
      {
        name: restrictedTopic,
        purpose:
          '200 with a `warning_message` instead of id and count; its lists have the message instead of `sections`',
      },
      { name: hollowTopic, purpose: 'unknown, but 200 with count and id 0' },
      { name: 'nosuchtopic', purpose: 'unknown: 404' },
    ],
    places: [
      { pk: String(venue.pk), name: venue.name, purpose: 'a venue' },
      { pk: String(region.pk), name: region.name, purpose: 'a region: no coordinates' },
      { pk: String(closedPlacePk), name: '', purpose: 'closed: 200 with a record without a name' },
    ],
    audio: audio(world),
  };
}
