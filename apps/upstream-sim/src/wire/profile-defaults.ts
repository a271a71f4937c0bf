import type { JsonObject } from './json';
import { members } from './key-lists';

/** What a profile says when there is nothing to say. Names are the platform's own, misspellings included. */

const EMPTY_STRINGS = members(
  `
  address_street birthday_today_visibility_for_viewer contact_phone_number direct_messaging external_lynx_url external_url
  fb_page_call_to_action_id lead_details_app_id page_name profile_context public_email public_phone_country_code
  public_phone_number short_drama_role text_post_app_badge_label text_post_app_joiner_number_label whatsapp_number zip
  city_name category`,
  '',
);

const UNSET_IDS = members('category_id city_id instagram_location_id', '0');

const ZEROS = members(
  `
  follow_friction_type latest_besties_reel_media meta_verified_related_accounts_count mutual_followers_count
  primary_profile_link_type professional_conversion_suggested_account_type profile_type text_post_app_joiner_number
  text_post_new_post_count total_ar_effects wa_calling_option_for_legacy_num wa_calling_option_for_wa_linked
  third_party_downloads_enabled`,
  0,
);

const SWITCHED_OFF = members(
  `
  allow_manage_memorialization auto_expand_chaining can_add_fb_group_link_on_profile can_hide_category
  can_hide_public_contacts can_message_pinned_carrera_interest_owner can_use_affiliate_partnership_messaging_as_brand
  can_use_affiliate_partnership_messaging_as_creator can_use_branded_content_discovery_as_brand
  can_use_branded_content_discovery_as_creator can_use_paid_partnership_messaging_as_creator disable_profile_shop_cta
  eligible_for_text_app_activation_badge enable_add_school_in_edit_profile existing_user_age_collection_enabled
  feed_post_reshare_disabled has_active_charity_business_profile_fundraiser has_collab_collections
  has_ever_selected_topics has_exclusive_feed_content has_fan_club_subscriptions
  has_gen_ai_personas_for_profile_banner has_guides has_music_on_profile has_nme_badge has_private_collections
  has_public_tab_threads has_visible_media_notes highlight_reshare_disabled include_direct_blacklist_status
  is_auto_confirm_enabled_for_all_reciprocal_follow_requests is_bestie is_call_to_action_enabled is_cannes
  is_coppa_enforced is_creator_agent_enabled is_creator_marketplace_badge_visible is_daily_limit_blocking
  is_eligible_for_creator_product_links is_eligible_for_diverse_owned_business_info is_eligible_for_lead_center
  is_eligible_for_meta_verified_enhanced_link_sheet is_eligible_for_meta_verified_enhanced_link_sheet_consumption
  is_eligible_for_meta_verified_ig_self_profile_not_verified_badge is_eligible_for_meta_verified_links_in_post
  is_eligible_for_meta_verified_links_in_reels is_eligible_for_meta_verified_multiple_addresses_consumption
  is_eligible_for_meta_verified_multiple_addresses_creation is_eligible_for_meta_verified_related_accounts
  is_eligible_for_post_boost_mv_upsell is_eligible_for_schools_search_upsell is_eligible_for_slide
  is_eligible_for_smb_support_flow is_eligible_to_display_diverse_owned_business_info
  is_eligible_to_host_profile_reels_ads is_facebook_onboarded_charity is_favorite is_favorite_for_clips
  is_favorite_for_highlights is_favorite_for_stories is_guardian_r_account_cannes_pair is_in_canada is_interest_account
  is_memorialized is_meta_verified_related_accounts_display_enabled is_new_to_instagram is_onboarding_account
  is_opal_enabled is_open_to_collab is_oregon_custom_gender_consented is_parenting_account is_potential_business
  is_prime_onboarding_account is_profile_audio_call_enabled is_profile_broadcast_sharing_enabled
  is_profile_wa_calling_enabled is_recon_ad_cta_on_profile_eligible_with_viewer is_regulated_c18
  is_regulated_news_in_viewer_location is_ring_creator is_secondary_account_creation is_stories_teaser_muted
  is_supervision_features_enabled is_whatsapp_linked nonpro_can_maybe_see_profile_hypercard
  remove_message_entrypoint should_show_public_contacts show_all_highlights_as_selected_in_management_screen
  show_blue_badge_on_main_profile show_fb_link_on_profile show_fb_page_link_on_profile show_ig_app_switcher_badge
  show_post_insights_entry_point show_ring_award show_shoppable_feed show_text_post_app_badge
  show_text_post_app_switcher_badge show_wa_link_on_profile spam_follower_setting_enabled transparency_product_enabled
  trial_clips_enabled`,
  false,
);

const SWITCHED_ON = members(
  `
  has_chaining has_views_fetching is_category_tappable is_direct_roll_call_enabled is_eligible_for_meta_verified_label
  is_profile_picture_expansion_enabled is_profile_search_enabled is_remix_setting_enabled_for_posts
  is_remix_setting_enabled_for_reels open_external_url_with_in_app_browser request_contact_enabled
  should_show_category should_show_tagged_tab show_account_transparency_details`,
  true,
);

const EMPTY_LISTS = members(
  `
  account_badges additional_business_addresses adjusted_banners_order bio_links chaining_upsell_cards
  profile_context_facepile_users profile_context_links_with_user_ids profile_pic_genai_tool_info pronouns
  qa_freeform_banner_available_prompts relevant_news_regulation_locations short_drama_series_profiles upcoming_events`,
  [],
);

const UNKNOWN = members(
  `
  ads_incentive_expiration_date ads_page_id ads_page_name can_see_support_inbox
  creator_marketplace_accounts_reached_metric current_catalog_id displayed_action_button_partner
  displayed_action_button_type mini_shop_seller_onboarding_status moonshot_joiner_number num_of_admined_pages page_id
  qa_freeform_banner school_affiliated_account_viewer_status shopping_post_onboard_nux_type short_drama_creator
  short_drama_producer_account short_drama_series_episode_count short_drama_series_playlist_id
  short_drama_series_seed_media_id short_drama_series_title show_schools_badge smb_delivery_partner
  smb_support_delivery_partner smb_support_partner text_app_last_visited_time`,
  null,
);

const OBJECTS: JsonObject = {
  active_standalone_fundraisers: { total_count: 0, fundraisers: [] },
  avatar_status: { has_avatar: false },
  broadcast_chat_preference_status: {
    json_response: '{"status":"ok","status_code":200,"is_broadcast_chat_creator":false}',
  },
  charity_profile_fundraiser_info: {
    pk: 0,
    is_facebook_onboarded_charity: false,
    has_active_fundraiser: false,
    consumption_sheet_config: { can_viewer_donate: false, currency: null, donation_disabled_message: null },
  },
  creator_shopping_info: { linked_merchant_accounts: [] },
  meta_verified_benefits_info: {
    active_meta_verified_benefits: [],
    is_eligible_for_meta_verified_content_protection: false,
  },
  nametag: { available_theme_colors: [-1, -12_346_567], background_image_url: '', gradient: 0, emoji: '😀', mode: 0 },
  not_meta_verified_friction_info: { is_eligible_for_label_friction: false, is_eligible_for_bonus_friction: false },
  pinned_channels_info: { pinned_channels_list: [], has_public_channels: false },
  profile_overlay_info: { overlay_format: 'NONE', bloks_payload: null },
  recon_features: { enable_recon_cta: false },
  recs_from_friends: { enable_recs_from_friends: false, recs_from_friends_entry_point_type: 'banner' },
  ring_creator_metadata: { ring_color: null },
  trial_clips_rate_limiting: { has_reached_limit: false, num_trials_left: 20 },
};

const CONSTANT_STRINGS: JsonObject = {
  account_category: '',
  business_contact_method: 'UNKNOWN',
  highlights_tray_type: 'DEFAULT',
  live_subscription_status: 'default',
  merchant_checkout_style: 'none',
  posts_subscription_status: 'default',
  profile_reels_sorting_eligibility: 'DEFAULT',
  qa_freeform_banner_transparency: '',
  reels_subscription_status: 'default',
  seller_shoppable_feed_type: 'none',
  stories_subscription_status: 'default',
  threads_profile_glyph_url: 'barcelona://user',
  views_on_grid_status: 'OPTED_OUT',
};

export const PROFILE_DEFAULTS: JsonObject = {
  ...CONSTANT_STRINGS,
  ...EMPTY_STRINGS,
  ...UNSET_IDS,
  ...ZEROS,
  ...SWITCHED_OFF,
  ...SWITCHED_ON,
  ...EMPTY_LISTS,
  ...UNKNOWN,
  ...OBJECTS,
};
