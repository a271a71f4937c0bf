const ofMedia = [
  ...['pk', 'id', 'code', 'taken_at', 'media_type', 'product_type', 'caption', 'like_count', 'comment_count'],
  ...['play_count', 'user', 'image_versions2', 'video_versions', 'usertags', 'coauthor_producers', 'location'],
  'clips_metadata',
];

const typed = ['1ltaken_at', '1fvideo_duration', '1ldevice_timestamp', '1lbrs_severity'];

/** The promised fields, by schema; all others come from the upstream and may change. */
export const specifiedFields: Readonly<Record<string, readonly string[]>> = {
  Profile: [
    ...['pk', 'username', 'full_name', 'biography', 'biography_with_entities', 'external_url', 'bio_links'],
    ...['follower_count', 'following_count', 'media_count', 'is_private', 'is_verified', 'is_business', 'category'],
    ...['public_email', 'profile_pic_url', 'hd_profile_pic_versions', 'has_highlight_reels', 'pronouns'],
  ],
  CompactUser: [
    ...['pk', 'username', 'full_name', 'is_private', 'is_verified', 'profile_pic_url', 'latest_reel_media'],
    'account_badges',
  ],
  Media: [...ofMedia, 'carousel_media'],
  StoryItem: [...ofMedia, 'expiring_at', 'is_reel_media'],
  ProfileGrid: ['feed', 'posts'],
  GridFeed: [
    ...['more_available', 'profile_grid_items', 'profile_grid_items_cursor', 'next_max_id'],
    'pinned_profile_grid_items_ids',
  ],
  GridMedia: [...typed, 'image_versions2', 'video_versions', 'user', 'carousel_media'],
  GridPost: [...typed, 'code', 'caption', 'like_count', 'comment_count', 'play_count', 'carousel_media', 'location'],
  GridLocation: ['pk', 'name', '1flat', '1flng'],
  Comment: [
    ...['pk', 'text', 'created_at', 'comment_like_count', 'child_comment_count', 'is_liked_by_media_owner'],
    ...['user_id', 'user'],
  ],
  CommentStream: ['comments', 'has_more', 'next_min_id', 'media_pk', 'has_more_comments'],
  ShareTarget: ['type', 'reel_id', 'author_id', 'media_id'],
  HighlightTrayEntry: ['id', 'title', 'media_count', 'created_at', 'is_pinned_highlight', 'cover_media', 'user'],
  AboutPanel: ['date_joined', 'former_usernames', 'former_usernames_count', 'details'],
  MediaEmbed: ['media_id'],
  Problem: ['type', 'title', 'status', 'detail', 'code', 'request_id', 'charged_usd', 'retryable', 'errors'],
};

export const mayBeMissing: Readonly<Record<string, readonly string[]>> = {
  CommentStream: [
    ...['next_min_id', 'next_max_id', 'has_more_comments', 'has_more_headload_comments', 'comment_count', 'caption'],
  ],
  Problem: ['errors'],
};

/** The only required fields of these upstream objects: what Loupe checks or makes. Real responses lack any other. */
export const proofs: Readonly<Record<string, readonly string[]>> = {
  Profile: ['pk'],
  CompactUser: ['pk'],
  Media: ['pk'],
  StoryItem: ['pk'],
  GridFeed: ['profile_grid_items', 'pinned_profile_grid_items_ids'],
  GridMedia: ['pk'],
  GridPost: [],
  GridLocation: [],
  Comment: ['pk'],
  HighlightTrayEntry: [],
  MediaEmbed: ['media_id'],
};
