import { type Answer, json } from '../wire/answer';
import { formattedReels, originalSound, trackAsset, trackUse } from '../wire/clips-metadata';
import { offsetCursor, opaqueCursor } from '../wire/cursors';
import type { JsonObject } from '../wire/json';
import { media } from '../wire/media';
import type { Page } from '../wire/paging';
import audioPageTemplate from '../wire/templates/audio-page.json';
import type { View } from '../wire/view';
import { trackCount } from '../world/assignments';
import { mix, salt, shuffled } from '../world/chance';
import type { OriginalSound, Track } from '../world/music';
import type { Post } from '../world/post';
import { type Call, get, type Operation, pageFor, post } from './operation';

const musicSalt = salt('music lists');
const tracksPerPage = 11;
const clipsPerPage = 12;
const trending = 60;
const reelsDepth = 150;

function trackItem(view: View, track: Track, trendRank: number | null): JsonObject {
  const metadata = {
    is_bookmarked: false,
    is_trending_in_clips: trendRank !== null,
    trend_rank: trendRank,
    formatted_clips_media_count: `${track.clipsCount.toLocaleString('en-US')} reels`,
    allow_media_creation_with_music: true,
  };
  return { track: trackAsset(view, track), metadata };
}

const trackPage = (call: Call, cursor: string | null, list: readonly number[]): Page<number> =>
  pageFor(call, list, { cursor, size: tracksPerPage, kind: offsetCursor });

function trendingMusic(call: Call): Answer {
  const { world } = call.view;
  const order = shuffled(mix(world.seed, musicSalt), trackCount).slice(0, trending);
  const page = trackPage(call, call.form.get('cursor') ?? call.form.get('max_id'), order);
  const first = page.number * tracksPerPage;
  return json({
    items: page.items.map((index, i) => trackItem(call.view, world.music.track(index), first + i + 1)),
    page_info: { next_max_id: page.cursor, more_available: page.more, auto_load_more_available: page.more },
    alacorn_session_id: '0DNyTrend',
    status: 'ok',
  });
}

function searchAudio(call: Call): Answer {
  const { view, query } = call;
  const text = (query.get('query') ?? query.get('q') ?? '').trim();
  const found = text === '' ? [] : view.world.music.search(text);
  const indexes = found.map(({ index }) => index);
  const page = trackPage(call, query.get('cursor') ?? query.get('max_id'), indexes);
  const unit = found[0] && page.number === 0 && page.items.length > 0 ? [{ keyword: { id: text, name: text } }] : [];
  return json({
    items: [...unit, ...page.items.map((index) => trackItem(view, view.world.music.track(index), null))],
    page_info: { next_max_id: page.cursor, more_available: page.more },
    alacorn_session_id: '0DNySearch',
    music_reels: null,
    dark_banner_message: null,
    inform_module: null,
    licensed_music_eligibility_state: 'eligible',
    status: 'ok',
  });
}

function requestedAudio(call: Call): Track | OriginalSound | undefined {
  const names = ['audio_cluster_id', 'original_sound_audio_asset_id', 'music_canonical_id', 'audio_asset_id'];
  const ids = names.map((name) => call.form.get(name) ?? '').filter((id) => /^\d{1,19}$/.test(id));
  return ids.map((id) => call.view.world.music.byId(BigInt(id))).find((audio) => audio !== undefined);
}

function metadataOf(view: View, audio: Track | OriginalSound): JsonObject {
  if (audio.kind === 'original') {
    return { music_info: null, original_sound_info: originalSound(view, audio), additional_audio_info: null };
  }
  const musicInfo = {
    music_asset_info: trackAsset(view, audio),
    music_canonical_id: audio.canonicalId,
    music_consumption_info: trackUse(audio),
  };
  return { music_info: musicInfo, original_sound_info: null, additional_audio_info: null };
}

function audioPage(call: Call): Answer {
  const { view } = call;
  const audio = requestedAudio(call);
  const reels: Post[] = audio ? view.world.music.reelsWith(audio, reelsDepth) : [];
  const mainId = audio?.kind === 'track' ? audio.canonicalId : (audio?.assetId ?? 0n);
  const count = audio?.kind === 'track' ? audio.clipsCount : reels.length;
  const page = pageFor(call, reels, {
    cursor: call.form.get('max_id'),
    size: clipsPerPage,
    kind: opaqueCursor('QVFD', mix(musicSalt, Number(mainId % 4_294_967_296n))),
  });
  return json({
    ...audioPageTemplate,
    items: page.items.map((post) => ({ media: media(view, post) })),
    metadata: audio ? metadataOf(view, audio) : null,
    audio_page_reporting_id: String(mainId),
    formatted_media_count: formattedReels(count),
    media_count: { clips_count: count, photos_count: 0 },
    music_canonical_id: audio?.kind === 'track' ? String(mainId) : null,
    audio_ranking_info: { best_audio_cluster_id: String(audio?.kind === 'track' ? audio.clusterId : mainId) },
    paging_info: { max_id: page.cursor ?? undefined, more_available: page.more },
  });
}

export const musicOperations: readonly Operation[] = [
  post('music.trending', 'music/trending', trendingMusic),
  get('search.audio', 'music/audio_global_search', searchAudio),
  post('clips.music', 'clips/music', audioPage),
];
