import { createHash } from 'node:crypto';
import { operations } from '@loupe/dto';
import { parsePlatformUrl } from '@loupe/media-id';
import { choice, detail, flag, many, needed, one, paged, type Tool, text } from './tool';

const { search, hashtags, locations, audio, highlights, stories } = operations;
const searches = { users: search.users, hashtags: search.hashtags, audio: search.audio, top: search.top } as const;
const ofHashtag = { top: hashtags.top, recent: hashtags.recent, reels: hashtags.reels } as const;
const ofLocation = { top: locations.top, recent: locations.recent } as const;

export const topicTools: readonly Tool[] = [
  {
    name: 'loupe_search',
    title: 'Search',
    describe: (priceOf) =>
      `Search for accounts, hashtags, audio, places, or everything (top). ${priceOf(search.users)} a page.`,
    properties: {
      query: text('what to search for'),
      kind: choice([...Object.keys(searches), 'places']),
      near: text('for places: latitude,longitude'),
      ...paged,
    },
    required: ['query', 'kind'],
    run(given, run) {
      const query = given.query as string;
      const kind = given.kind as keyof typeof searches | 'places';
      const title = `${kind} for “${query}”`;
      if (kind !== 'places') return many(run, searches[kind], { ...sessionIdsOf(kind, query), query }, given, title);
      const [lat, lng] = ((given.near as string | undefined) ?? '').split(',').map((one) => one.trim() || undefined);
      return many(run, search.places, { query, lat, lng }, given, title);
    },
  },
  {
    name: 'loupe_hashtag',
    title: 'A hashtag and its media',
    describe: (priceOf) => `Post count of a hashtag, or its media. ${priceOf(hashtags.top)} a page.`,
    properties: { name: text('with or without #'), media: choice(Object.keys(ofHashtag)), ...paged },
    required: ['name'],
    run(given, run) {
      const name = given.name as string;
      const media = given.media as keyof typeof ofHashtag | undefined;
      if (!media) return one(run, hashtags.byName, { name }, given, `Hashtag ${name}`);
      return many(run, ofHashtag[media], { name }, given, `${media} media of hashtag ${name}`);
    },
  },
  {
    name: 'loupe_location',
    title: 'A place and its media',
    describe: (priceOf) =>
      `A place by its id (loupe_search finds it), or the media taken there. ${priceOf(locations.top)} a page.`,
    properties: { id: text('numeric id'), media: choice(Object.keys(ofLocation)), ...paged },
    required: ['id'],
    run(given, run) {
      const location_id = given.id as string;
      const media = given.media as keyof typeof ofLocation | undefined;
      if (!media) return one(run, locations.byId, { location_id }, given, `Place ${location_id}`);
      return many(run, ofLocation[media], { location_id }, given, `${media} media at place ${location_id}`);
    },
  },
  {
    name: 'loupe_audio',
    title: 'A sound and its reels',
    describe: (priceOf) =>
      `A track or sound by its id, the reels that use it, or, without an id, trending audio. ${priceOf(audio.byId)} a page.`,
    properties: { id: text('numeric id; without it, trending audio'), media: flag('the reels that use it'), ...paged },
    required: [],
    run(given, run) {
      if (given.id === undefined) return many(run, audio.trending, {}, given, 'Trending audio');
      const audio_id = needed(given, 'id');
      if (!given.media) return one(run, audio.byId, { audio_id }, given, `Audio ${audio_id}`);
      return many(run, audio.medias, { audio_id }, given, `Reels with audio ${audio_id}`);
    },
  },
  {
    name: 'loupe_highlight',
    title: 'Stories of a highlight or an account',
    describe: (priceOf) =>
      `The stories in a highlight, or the current stories of an account. ${priceOf(highlights.byId)}.`,
    properties: {
      highlight: text('id or URL'),
      reel: text('numeric id of an account, instead of highlight'),
      cursor: paged.cursor,
      ...detail,
    },
    required: [],
    run(given, run) {
      if (given.reel !== undefined) {
        const reel_id = needed(given, 'reel');
        return many(run, stories.byReel, { reel_id }, given, `Stories of account ${reel_id}`);
      }
      const named = needed(given, 'highlight');
      const url = parsePlatformUrl(named);
      const highlight_id = url?.kind === 'highlight' ? url.highlightId : named;
      return many(run, highlights.byId, { highlight_id }, given, `Stories of highlight ${highlight_id}`);
    },
  },
];

/** Session ids derived from the query, so that its pages belong together and repeated searches hit the cache. */
function sessionIdsOf(kind: string, query: string) {
  const ids = {
    search_session_id: uuidOf('search', kind, query),
    serp_session_id: uuidOf('serp', kind, query),
  };
  return kind === 'audio' ? { ...ids, browse_session_id: uuidOf('browse', kind, query) } : ids;
}

function uuidOf(...parts: string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
