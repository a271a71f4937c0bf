import { shortcodeFromPk } from '@loupe/media-id';
import { mix } from '../world/chance';
import { type Story, storyCompositeId } from '../world/stories';
import { graphId } from './ids';
import { cutDeck, float, type JsonObject } from './json';
import { members } from './key-lists';
import { imageVersions, videoFrames, videoVersions } from './pictures';
import { unannounced } from './releases';
import { authorOf } from './users';
import type { View } from './view';

const STORY_HEIGHT = 1920;
const DAY_SECONDS = 86_400;

const DEFAULTS: JsonObject = {
  ...members(
    `
    story_hashtags story_locations story_polls story_questions story_quizs story_sliders story_countdowns
    story_link_stickers story_cta story_feed_media story_music_stickers reel_mentions`,
    undefined,
  ),
  ...members(
    `
    caption sponsor_tags boost_unavailable_identifier boost_unavailable_reason creative_config carousel_media
    title view_count imported_taken_at accessibility_caption music_metadata`,
    null,
  ),
  ...members(
    `
    is_visual_reply_commenter_notice_enabled like_and_view_counts_disabled is_post_live_clips_media is_quiet_post
    is_paid_partnership caption_is_edited photo_of_you can_see_insights_as_brand can_modify_carousel
    has_delayed_metadata is_auto_created is_first_take is_rollcall_v2 is_superlative has_privately_filtered
    commerciality_is_set should_request_ads is_fb_post_from_fb_story can_play_spotify_audio can_send_custom_emojis
    can_send_prompt is_cutout_sticker_allowed is_from_discovery_surface has_translation is_tagged_media_shared_to_viewer_profile_grid`,
    false,
  ),
  ...members('can_viewer_reshare can_viewer_save can_reshare can_reply supports_reel_reactions is_reuse_allowed', true),
  ...members('product_suggestions featured_products creator_product_link_infos media_attributions_data', []),
  ...members('deleted_reason filter_type has_shared_to_fb archive_story_deletion_ts', 0),
  integrity_review_decision: 'pending',
  commerciality_status: 'not_commercial',
  sharing_friction_info: { should_have_sharing_friction: false, bloks_app_url: null },
};

/** One story, active or archived: some 90 keys. */
export function storyItem(view: View, story: Story): JsonObject {
  const id = storyCompositeId(story);
  const mediaType = story.isVideo ? 2 : 1;
  const object = {
    ...DEFAULTS,
    pk: story.pk,
    id,
    strong_id__: id,
    fbid: graphId('story', story.draw),
    code: shortcodeFromPk(story.pk),
    taken_at: story.takenAt,
    device_timestamp: story.takenAt * 1000 - 4000,
    expiring_at: story.takenAt + DAY_SECONDS,
    media_type: mediaType,
    original_media_type: mediaType,
    product_type: story.draw % 2 ? 'story' : undefined,
    is_reel_media: true,
    original_width: 1080,
    original_height: STORY_HEIGHT,
    client_cache_key: Buffer.from(`${story.pk}.3`).toString('base64'),
    ...storyPictures(view, story),
    user: authorOf(view, view.world.userAt(story.owner)),
    ...unannounced(story.draw),
  };
  return cutDeck(object, mix(story.draw, 9));
}

function storyPictures(view: View, story: Story): JsonObject {
  if (!story.isVideo) return { image_versions2: imageVersions(view, story.pk, STORY_HEIGHT, story.draw) };
  return {
    image_versions2: videoFrames(view, story.pk, STORY_HEIGHT, story.durationMs, story.draw),
    video_versions: videoVersions(view, story.pk),
    video_duration: float(story.durationMs / 1000),
    has_audio: true,
    number_of_qualities: 3,
  };
}
