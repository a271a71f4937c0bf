import type { JsonObject } from './json';
import { members } from './key-lists';

/** What a post says when there is nothing to say. Names are the platform's own. */

const NOTHING = members(
  `
  boost_unavailable_identifier boost_unavailable_reason boost_unavailable_reason_v2 gen_ai_chat_with_ai_cta_info
  igbio_product media_overlay_info shop_routing_user_id creative_config music_metadata title next_max_id
  carousel_parent_id subtype_name_for_REST__ video_subtitles_locale video_subtitles_uri video_codec`,
  null,
);

const ZEROS = members(
  `
  archive_story_deletion_ts basel_encoding_timeout carousel_last_edited_at carousel_media_pending_post_count
  deleted_reason fb_comment_count fb_like_count fb_play_count filter_type has_shared_to_fb hidden_likes_string_variant
  is_dash_eligible view_state_item_type max_num_visible_preview_comments`,
  0,
);

const SWITCHED_OFF = members(
  `
  are_remixes_crosspostable can_hype can_mention_back can_mention_share can_modify_carousel can_play_spotify_audio
  can_see_insights_as_brand can_send_prompt can_view_more_preview_comments caption_is_edited
  coauthor_producer_can_see_organic_insights collaborator_edit_eligibility commenting_disabled_for_viewer
  disable_caption_and_comment explore_pivot_grid has_delayed_metadata has_high_risk_gen_ai_inform_treatment has_liked
  has_more_comments has_privately_liked has_translation has_views_fetching_on_search_grid
  hide_view_all_comment_entrypoint ig_media_sharing_disabled is_affiliate_commission_eligible is_arirang_prize
  is_artist_pick is_awaiting_distribution is_comments_gif_composer_enabled is_cutout_sticker_allowed
  is_eligible_content_for_post_roll_ad is_eligible_for_autodub is_eligible_for_autodub_upsell
  is_eligible_for_organic_eager_refresh is_eligible_for_poe is_first_take is_from_ayt_clips_inspiration
  is_from_discovery_surface is_open_to_public_submission is_organic_product_tagging_eligible is_paid_partnership
  is_photo_comments_composer_enabled_for_author is_photo_mash_story is_post_live_clips_media is_quicksnap_recap
  is_quiet_post is_reel_media is_reshare_of_text_post_app_media_in_ig is_rollcall_v2 is_social_ufi_disabled
  is_story_image_with_music is_superlative is_tagged_media_shared_to_viewer_profile_grid is_terminal_video_segment
  is_unified_video is_viewer_mentioned is_visual_reply_commenter_notice_enabled media_reposter_bottomsheet_enabled
  open_carousel_show_follow_button original_media_has_visual_reply_media photo_of_you share_count_disabled
  should_request_ads should_show_author_pog_for_tagged_media_shared_to_profile_grid show_one_tap_fb_share_tooltip
  subscribe_cta_visible supports_reel_reactions profile_grid_control_enabled`,
  false,
);

const SWITCHED_ON = members(
  `
  can_reply can_reshare can_viewer_reshare can_viewer_save comment_likes_enabled comment_threading_enabled
  enable_media_notes_production enable_waist has_views_fetching is_in_profile_grid is_reuse_allowed
  is_third_party_downloads_eligible`,
  true,
);

const EMPTY_LISTS = members(
  `
  all_previous_submitters clips_tab_pinned_user_ids creator_product_link_infos cutout_sticker_info featured_products
  floating_context_items invited_coauthor_producers media_attributions_data media_ui_attributions_data
  media_ui_attributions_data_v2 meta_ai_suggested_prompts preview_comments product_suggestions reel_mentions senders
  social_context sponsor_tags top_likers translated_langs_for_autodub video_sticker_locales
  visual_comment_reply_sticker_info wearable_shared_media_resolutions wearables_creator_tools_info`,
  [],
);

const CONSTANT_STRINGS: JsonObject = {
  __typename: 'XDTMediaDict',
  commerce_integrity_review_decision: '',
  commerciality_status: 'not_commercial',
  eligible_insights_entrypoints: '',
  integrity_review_decision: 'pending',
  inventory_source: 'media_or_ad',
  mezql_token: '',
  open_carousel_submission_state: 'closed',
  original_lang_for_translations: '',
  related_ads_pivots_media_info: '',
};

const OBJECTS: JsonObject = {
  clips_demotion_control: { has_demotion: false },
  clips_on_impression_control: { is_enabled: false },
  collab_follow_button_info: { is_owner_in_author_exp: true, show_follow_button: false },
  comment_inform_treatment: { should_have_inform_treatment: false, text: '', url: null, action_type: null },
  community_notes_info: { enable_submission: false, has_viewer_submitted_note: false },
  crosspost_metadata: { fb_downstream_use_xpost_metadata: { downstream_use_xpost_deny_reason: 'NONE' } },
  fb_user_tags: { in: [] },
  fundraiser_tag: { has_standalone_fundraiser: false },
  gen_ai_detection_method: { detection_method: 'NONE' },
  mashup_info: { mashups_allowed: true, can_toggle_mashups_allowed: false, has_been_mashed_up: false },
  media_cropping_info: { square_crop: { crop_left: 0, crop_right: 1, crop_top: 0.1, crop_bottom: 0.9 } },
  media_notes: { items: [] },
  prefetch_instructions: { prefetch_level: 'NONE' },
  report_info: { has_viewer_submitted_report: false },
  sharing_friction_info: { should_have_sharing_friction: false, bloks_app_url: null, sharing_friction_payload: null },
  visual_replies_info: { count: 0, items: [] },
};

export const MEDIA_DEFAULTS: JsonObject = {
  ...CONSTANT_STRINGS,
  ...NOTHING,
  ...ZEROS,
  ...SWITCHED_OFF,
  ...SWITCHED_ON,
  ...EMPTY_LISTS,
  ...OBJECTS,
};

/** What only the platform's GraphQL host adds. */
export const GRAPHQL_MEDIA_EXTRAS: JsonObject = {
  ...members(
    `
    1finline_composer_imp_trigger_time 1ftallest_media_aspect_ratio 1fvideo_subtitles_confidence accessibility_caption
    attribution attribution_content_url audience autodub_status boost_upsell_banner_payload boosted_by_sponsor
    boosted_post_id boosted_status branded_content_ads_boost_post_tokens byoa_langs caption_add_on channel_tag_data
    clips_attribution_info clips_captions clips_captions_translations_urls clips_karaoke_caption clips_text clips_trial
    content_views_count creator_viewer_insights crosspost dominant_color facepile_top_likers igtv_series_info
    igtv_shopping_info inline_composer_display_condition linked_media_data main_feed_carousel_starting_media_id
    media_appreciation_settings media_notice meta_ai_content_deep_dive_prompt_v2 meta_ai_contextual_voice_data mv_link
    nearly_complete_copyright_match open_to_public_submission_description_text organic_cta_info organic_cta_type
    preview product_collection_tag product_tags profile_grid_thumbnail_fitting_style save_count shimmed_mv_link
    story_notify_me_stickers story_prompts subscription_media_visibility threads_xpost_deny_reason
    translated_video_subtitles upcoming_event video_subtitles_status view_count wearable_attribution_info
    xpost_deny_reason xpost_deny_reason_enum`,
    null,
  ),
  ...members(
    `
    explore_hide_comments has_hidden_comments has_reshares has_viewer_saved igtv_exists_in_viewer_series
    is_auto_created is_currently_promoting_by_sponsor is_dismiss_pending_media_banner
    is_eligible_for_media_note_recs_nux is_fb_only is_internal_only is_post_live is_shared_from_basel
    sticker_translations_enabled video_subtitles_enabled`,
    false,
  ),
  '1lbrs_severity': 0,
  visibility: 'clips_and_feed',
};
