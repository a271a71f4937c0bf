import type { OriginalSound, Track } from '../world/music';
import { originalSoundId } from '../world/music';
import type { Post } from '../world/post';
import type { JsonObject } from './json';
import { members } from './key-lists';
import { briefUser } from './users';
import type { View } from './view';

/** `62K reels`: what the platform prints instead of a number. */
export const formattedReels = (count: number): string =>
  `${count < 1000 ? count : `${Math.floor(count / 1000)}K`} reels`;

/** A licensed track: some 26 keys. */
export function trackAsset(view: View, track: Track): JsonObject {
  const cover = (edge: number): string => view.links.picture('cover', track.clusterId, edge, edge);
  return {
    audio_cluster_id: String(track.clusterId),
    id: String(track.assetId),
    audio_asset_id: String(track.assetId),
    title: track.title,
    sanitized_title: null,
    subtitle: '',
    display_artist: track.artist,
    artist_id: null,
    ig_username: null,
    cover_artwork_uri: cover(544),
    cover_artwork_thumbnail_uri: cover(128),
    progressive_download_url: view.links.audio(String(track.assetId)),
    reactive_audio_download_url: null,
    fast_start_progressive_download_url: view.links.audio(String(track.assetId)),
    web_30s_preview_download_url: null,
    dash_manifest: null,
    duration_in_ms: track.durationMs,
    highlight_start_times_in_ms: [Math.floor(track.durationMs / 3), 0, Math.floor(track.durationMs / 2)],
    is_explicit: track.isExplicit,
    has_lyrics: track.index % 3 === 0,
    allows_saving: false,
    is_eligible_for_audio_effects: false,
    is_eligible_for_vinyl_sticker: true,
    is_local_audio: false,
    licensed_music_subtype: 'DEFAULT',
    dark_message: null,
  };
}

/** How the platform's clients may use a track: some 22 keys. */
export function trackUse(track: Track): JsonObject {
  return {
    ...members(
      'ig_artist placeholder_profile_pic_url audio_asset_start_time_in_ms overlap_duration_in_ms derived_content_id previous_trend_rank trend_rank contains_lyrics display_labels should_mute_audio_reason_type audio_filter_infos',
      null,
    ),
    ...members(
      'is_bookmarked should_mute_audio is_trending_in_clips should_allow_music_editing should_render_soundwave user_notes',
      false,
    ),
    allow_media_creation_with_music: true,
    formatted_clips_media_count: formattedReels(track.clipsCount),
    audio_muting_info: { mute_audio: false, allow_audio_editing: false, show_muted_audio_toast: false },
    derived_content_start_time_in_composition_in_ms: 0,
    should_mute_audio_reason: '',
  };
}

/** The sound that came with a reel. */
export function originalSound(view: View, sound: OriginalSound): JsonObject {
  const artist = view.world.userAt(sound.post.owner);
  return {
    audio_asset_id: sound.assetId,
    original_media_id: sound.post.pk,
    music_canonical_id: null,
    original_audio_title: 'Original audio',
    original_audio_subtype: 'default',
    duration_in_ms: sound.post.durationMs,
    dash_manifest: null,
    progressive_download_url: view.links.audio(String(sound.assetId)),
    time_created: sound.post.takenAt,
    formatted_clips_media_count: formattedReels(1),
    ...members(
      'is_explicit is_reuse_disabled hide_remixing should_mute_audio allow_creator_to_rename is_audio_automatically_attributed is_original_audio_download_eligible is_eligible_for_audio_effects',
      false,
    ),
    ...members('trend_rank previous_trend_rank xpost_fb_creator_info oa_owner_is_music_artist', null),
    ig_artist: briefUser(view, artist),
    audio_parts: [],
    consumption_info: { is_bookmarked: false, is_trending_in_clips: false, should_mute_audio_reason: '' },
  };
}

/** What a reel says about its sound; `null` for everything that is not a reel. */
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
    ...members(
      'featured_label professional_clips_upsell_type asset_recommendation_info breaking_content_info breaking_creator_info challenge_info contextual_highlight_info external_media_info merchandising_pill_info nux_info originality_info reels_on_the_rise_info reusable_text_attribute_string shopping_info template_info viewer_interaction_settings',
      null,
    ),
    ...members(
      'is_public_chat_welcome_video show_tips disable_use_in_clips_client_cache is_fan_club_promo_video is_shared_to_fb may_have_template_info show_achievements',
      false,
    ),
    clips_creation_entry_point: 'clips',
    achievements_info: { num_earned_achievements: null, show_achievements: false },
    additional_audio_info: {
      additional_audio_username: null,
      audio_reattribution_info: { should_allow_restore: false },
    },
    audio_ranking_info: { best_audio_cluster_id: String(track?.clusterId ?? sound.assetId) },
    audio_type: track ? 'licensed_music' : 'original_sounds',
    branded_content_tag_info: { can_add_tag: false },
    content_appreciation_info: { enabled: false, entry_point_container: null },
    cutout_sticker_info: [],
    mashup_info: { mashups_allowed: true, has_nonmimicable_additional_audio: false, mashup_type: null },
    music_canonical_id: track ? String(track.canonicalId) : null,
    music_info: musicInfo ?? null,
    original_sound_info: track ? null : originalSound(view, sound),
    reusable_text_info: [],
  };
}
