const ofMedia = [
  ...['pk', 'id', 'code', 'taken_at', 'media_type', 'product_type', 'caption', 'like_count', 'comment_count'],
  ...['play_count', 'user', 'image_versions2', 'video_versions', 'usertags', 'coauthor_producers', 'location'],
  'clips_metadata',
];

/** The fields that callers are promised, by schema; whatever else there is comes from the upstream and may change. */
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
  Comment: [
    ...['pk', 'text', 'created_at', 'comment_like_count', 'child_comment_count', 'is_liked_by_media_owner'],
    ...['user_id', 'user'],
  ],
  CommentStream: ['comments', 'has_more', 'next_min_id', 'media_pk', 'has_more_comments'],
  HighlightTrayEntry: ['id', 'title', 'media_count', 'created_at', 'is_pinned_highlight', 'cover_media', 'user'],
  AboutPanel: ['date_joined', 'former_usernames', 'former_usernames_count', 'details'],
  Problem: ['type', 'title', 'status', 'detail', 'code', 'request_id', 'charged_usd', 'retryable', 'errors'],
};

/** Of them, those that some answers lack. */
export const mayBeMissing: Readonly<Record<string, readonly string[]>> = {
  // Reposts have a prefix before it; only carousels have children.
  Media: ['taken_at', 'carousel_media'],
  Comment: ['child_comment_count'],
  CommentStream: ['next_min_id'],
  Problem: ['errors'],
};
