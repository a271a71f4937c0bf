import {
  array,
  boolean,
  closed,
  id,
  integer,
  nullable,
  number,
  oneOfValues,
  open,
  type Schema,
  signedUrl,
  string,
  unixSeconds,
} from './schema';

const file = open({ width: integer(), height: integer(), url: signedUrl() });
const imageVersions: Schema = open({ candidates: array(file, 'Largest first.') });
const videoVersions = array(file, 'Filled on videos and reels, empty on photos.');
const author = open({ pk: id(), username: string(), is_verified: boolean() }, 'The owner.');

/** What a post and a story have in common. */
const mediaFields = {
  pk: id('Numeric media id.'),
  id: string('Composite <media_id>_<owner_id>.'),
  code: string('Shortcode.'),
  taken_at: unixSeconds(),
  caption: nullable(
    open(
      {
        text: nullable(string('null for a post without caption.')),
        created_at: unixSeconds(),
        user: open({ pk: id(), username: string() }),
      },
      'An object or null, never a string.',
    ),
  ),
  like_count: integer('Small, and not the number of likes, where like_and_view_counts_disabled is true.'),
  comment_count: integer(),
  play_count: nullable(integer('null where there is nothing to play.')),
  like_and_view_counts_disabled: boolean(),
  user: author,
  image_versions2: imageVersions,
  video_versions: videoVersions,
  video_duration: number('Seconds, of videos.'),
  has_audio: boolean('Of videos.'),
  original_width: integer(),
  original_height: integer(),
  usertags: open({ in: array(open({})) }, 'Accounts tagged on photos. Always empty on videos.'),
  coauthor_producers: array(open({}), 'Collaborators; still filled on videos.'),
  location: nullable(open({ pk: id(), name: string(), lat: number(), lng: number() }, undefined, ['lat', 'lng'])),
  clips_metadata: nullable(open({}, 'Audio or music of a reel; null unless product_type is clips.')),
  is_paid_partnership: boolean(),
};

export const Media = open(
  {
    ...mediaFields,
    media_type: oneOfValues([1, 2, 8], '1 photo, 2 video, 8 carousel.'),
    product_type: string('feed, clips (a reel), carousel_container.'),
    carousel_media_count: integer('Of carousels.'),
    carousel_media: nullable(
      array(
        open({ image_versions2: imageVersions, video_versions: nullable(videoVersions) }, undefined, [
          'video_versions',
        ]),
        'Only on carousels; each child has its own files.',
      ),
    ),
    device_timestamp: integer('When the upload began, by the clock of the device: mostly milliseconds.'),
  },
  'A post: about 240 fields, passed through as the upstream sends them. These are the commonly used ones.',
  // Of videos, and of carousels.
  ['video_duration', 'has_audio', 'carousel_media_count', 'carousel_media', 'device_timestamp'],
);

const stickers = array(open({}));

export const StoryItem = open(
  {
    ...mediaFields,
    expiring_at: unixSeconds('Unix seconds: 24 hours after taken_at, also in highlights, which do not expire.'),
    is_reel_media: boolean('true.'),
    media_type: oneOfValues([1, 2], '1 photo, 2 video.'),
    product_type: string('story.'),
    reel_mentions: array(open({}), 'Accounts mentioned by stickers.'),
    story_hashtags: stickers,
    story_locations: stickers,
    story_polls: stickers,
    story_questions: stickers,
    story_quizs: stickers,
    story_sliders: stickers,
    story_countdowns: stickers,
    story_link_stickers: stickers,
    story_feed_media: stickers,
    story_music_stickers: stickers,
  },
  'A story, or a media of a highlight: the fields of a post, in which likes, comments, plays and tagged accounts say nothing, and those of its stickers. Passed through as the upstream sends it; these are the commonly used fields.',
  [
    ...(['video_duration', 'has_audio', 'reel_mentions', 'story_hashtags', 'story_locations', 'story_polls'] as const),
    ...(['story_questions', 'story_quizs', 'story_sliders', 'story_countdowns', 'story_link_stickers'] as const),
    ...(['story_feed_media', 'story_music_stickers'] as const),
  ],
);

const feedMedia = open(
  {
    id: string('Composite <media_id>_<owner_id>.'),
    pk: id('Numeric media id: the key in posts.'),
    media_type: oneOfValues([1, 2, 8], '1 photo, 2 video, 8 carousel. A video child of a carousel may read 1 here.'),
    product_type: string('feed, clips (a reel), carousel_container.'),
    image_versions2: imageVersions,
    video_versions: array(file, 'Of reels.'),
    carousel_media: nullable(array(open({}), 'May be truncated: take the children from posts.')),
    user: open({ pk: id(), username: string(), full_name: string(), profile_pic_url: signedUrl() }, 'The full user.'),
  },
  'Lacks code.',
  ['video_versions', 'carousel_media'],
);

const deferredMedia = open(
  {
    id: string('Composite <media_id>_<owner_id>.'),
    code: string('Shortcode.'),
    caption: nullable(open({ text: nullable(string()) }, 'An object or null, never a string.')),
    like_count: integer(),
    comment_count: integer(),
    play_count: nullable(integer()),
    carousel_media: nullable(array(open({}), 'All children, each with its own files.')),
    user: open({}, 'A stub.'),
    '1ldevice_timestamp': integer('Keys with a type prefix are passed on as they come.'),
  },
  'Lacks image_versions2 and video_versions.',
  ['like_count', 'play_count', 'carousel_media', '1ldevice_timestamp'],
);

export const ProfileGrid = closed(
  {
    feed: open(
      {
        more_available: boolean('Keep paging while true.'),
        profile_grid_items: array(
          open({ media: nullable(feedMedia) }),
          'This array defines the order. An item without media is a pinned highlight.',
        ),
        profile_grid_items_cursor: nullable(string('Pass back as cursor.')),
        next_max_id: nullable(string('Present, but no paging token here.')),
        pinned_profile_grid_items_ids: array(string(), 'Media ids that are pinned.'),
      },
      'Has image_versions2, video_versions of reels and the full user; lacks code. Children of carousels may be truncated.',
    ),
    posts: {
      type: 'object',
      additionalProperties: deferredMedia,
      description:
        'By media id: code, caption, counts and complete carousel_media; lacks image_versions2, video_versions and all but a stub of user. Keys with a type prefix (1ltaken_at, 1fvideo_duration, 1flat, 1flng …) come as they are.',
    },
  },
  'The profile grid in its two halves, neither complete alone. Join them on the media id. Take a single image (feed) from either half, the video of a reel (clips) from feed, the children of a carousel (carousel_container) from posts.',
);

export const Comment = open(
  {
    pk: id(),
    text: string(),
    created_at: unixSeconds(),
    comment_like_count: integer(),
    child_comment_count: integer('Number of replies.'),
    is_liked_by_media_owner: boolean(),
    user_id: id('User id of the author.'),
    user: open({ pk: id(), username: string() }, 'The author.'),
    media_id: id('Numeric media id of the post.'),
    preview_child_comments: array(open({}), 'Some of the replies, mostly none.'),
    parent_comment_id: id('Of replies: pk of the comment.'),
  },
  'A comment, or a reply to one: replies have no child_comment_count.',
  ['child_comment_count', 'preview_child_comments', 'parent_comment_id'],
);

export const CommentStream = open(
  {
    comments: array({ $ref: '#/components/schemas/Comment' }),
    has_more: boolean('The field to branch on.'),
    next_min_id: nullable(
      string('Opaque paging token; pass back as min_id unchanged. A string exactly when has_more is true.'),
    ),
    next_max_id: nullable(string('Opaque paging token toward older comments; pass back as max_id unchanged.')),
    media_pk: string('Composite <media_id>_<owner_id>.'),
    has_more_comments: boolean(
      'Tracks only the inline preview strip; reads false on posts with thousands of comments. Not for paging.',
    ),
    has_more_headload_comments: boolean('The upstream’s own flag beside next_min_id. Not for paging.'),
    comment_count: integer('All comments of the post, replies included.'),
    caption: nullable(open({ text: nullable(string()) }, 'The caption of the post, on the first page.')),
  },
  'A page of comments, as the upstream sends it, with has_more and media_pk added.',
  ['next_min_id', 'next_max_id', 'caption'],
);

export const HighlightTrayEntry = open(
  {
    id: string('highlight:<number>'),
    title: string(),
    media_count: integer(),
    created_at: unixSeconds(),
    is_pinned_highlight: boolean(),
    cover_media: open({ cropped_image_version: open({ url: signedUrl() }) }),
    user: open({ pk: id(), username: string() }, 'The owner.'),
  },
  'A highlight of a user; its media are at /highlights/{highlight_id}.',
);
