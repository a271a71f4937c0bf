import { type OriginalSound, originalSoundId, type Track } from '../world/music';
import type { Post } from '../world/post';
import type { JsonObject } from './json';
import clipsMetadataTemplate from './templates/clips-metadata.json';
import originalSoundTemplate from './templates/original-sound.json';
import trackTemplate from './templates/track.json';
import trackUseTemplate from './templates/track-use.json';
import { briefUser } from './users';
import type { View } from './view';

export const formattedReels = (count: number): string =>
  `${count < 1000 ? count : `${Math.floor(count / 1000)}K`} reels`;

export function trackAsset(view: View, track: Track): JsonObject {
  const cover = (edge: number): string => view.links.picture('cover', track.clusterId, edge, edge);
  const assetId = String(track.assetId);
  return {
    ...trackTemplate,
    audio_cluster_id: String(track.clusterId),
    id: assetId,
    audio_asset_id: assetId,
    title: track.title,
    display_artist: track.artist,
    cover_artwork_uri: cover(544),
    cover_artwork_thumbnail_uri: cover(128),
    progressive_download_url: view.links.audio(assetId),
    fast_start_progressive_download_url: view.links.audio(assetId),
    duration_in_ms: track.durationMs,
    highlight_start_times_in_ms: [Math.floor(track.durationMs / 3), 0, Math.floor(track.durationMs / 2)],
    is_explicit: track.isExplicit,
    has_lyrics: track.index % 3 === 0,
  };
}

export const trackUse = (track: Track): JsonObject => ({
  ...trackUseTemplate,
  formatted_clips_media_count: formattedReels(track.clipsCount),
});

export const originalSound = (view: View, sound: OriginalSound): JsonObject => ({
  ...originalSoundTemplate,
  audio_asset_id: sound.assetId,
  original_media_id: sound.post.pk,
  duration_in_ms: sound.post.durationMs,
  progressive_download_url: view.links.audio(String(sound.assetId)),
  time_created: sound.post.takenAt,
  formatted_clips_media_count: formattedReels(1),
  ig_artist: briefUser(view, view.world.userAt(sound.post.owner)),
});

export function clipsMetadata(view: View, post: Post): JsonObject | null {
  if (post.format !== 'reel') return null;
  const track = post.track === undefined ? undefined : view.world.music.track(post.track);
  const sound: OriginalSound = { kind: 'original', assetId: originalSoundId(post), post };
  const musicInfo = track && {
    music_asset_info: trackAsset(view, track),
    music_canonical_id: String(track.canonicalId),
    music_consumption_info: trackUse(track),
  };
  return {
    ...clipsMetadataTemplate,
    audio_ranking_info: { best_audio_cluster_id: String(track?.clusterId ?? sound.assetId) },
    audio_type: track ? 'licensed_music' : 'original_sounds',
    music_canonical_id: track ? String(track.canonicalId) : null,
    music_info: musicInfo ?? null,
    original_sound_info: track ? null : originalSound(view, sound),
  };
}
