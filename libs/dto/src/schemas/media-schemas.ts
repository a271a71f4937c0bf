import {
  array,
  boolean,
  id,
  integer,
  knownNumbers,
  knownTexts,
  number,
  ref,
  signedUrl,
  smallInteger,
  sparse,
  string,
  unixSeconds,
} from './schema';

const videoVersions = array(ref('VideoVersion'), 'Filled on videos and reels, empty or missing on photos.');
const mediaTypes = '1 photo, 2 video, 8 carousel.';
const productType = knownTexts(['feed', 'clips', 'carousel_container'], 'feed, clips (a reel), carousel_container.');

const mediaFields = {
  pk: id('Numeric media id.'),
  id: string('Composite <media_id>_<owner_id>.'),
  code: string('Shortcode.'),
  taken_at: unixSeconds(),
  caption: ref('Caption'),
  like_count: integer('If like_and_view_counts_disabled is true, a small number that is not the like count.'),
  comment_count: integer(),
  play_count: integer('null or missing if there is nothing to play.'),
  like_and_view_counts_disabled: boolean(),
  user: ref('MediaOwner'),
  image_versions2: ref('ImageVersions'),
  video_versions: videoVersions,
  video_duration: number('Seconds, of videos.'),
  has_audio: boolean('Of videos.'),
  original_width: smallInteger(),
  original_height: smallInteger(),
  usertags: ref('UserTags'),
  coauthor_producers: array(ref('UserRef'), 'Collaborators; filled on videos too.'),
  location: ref('MediaLocation'),
  clips_metadata: sparse({}, 'Audio or music of a reel; null unless product_type is clips.'),
  is_paid_partnership: boolean(),
};

export const Media = sparse(
  {
    ...mediaFields,
    media_type: knownNumbers([1, 2, 8], mediaTypes),
    product_type: productType,
    carousel_media_count: integer('Of carousels.'),
    carousel_media: array(ref('CarouselChild'), 'Only on carousels; each child has its own files.'),
    device_timestamp: integer('Start of the upload by the device’s clock, usually in milliseconds.'),
  },
  'A post: about 240 fields, passed through as the upstream sends them. These are the commonly used ones.',
  ['pk'],
);

const stickers = array(sparse({}));

export const StoryItem = sparse(
  {
    ...mediaFields,
    expiring_at: unixSeconds('Unix seconds: 24 hours after taken_at, also in highlights, which do not expire.'),
    is_reel_media: boolean('Always true.'),
    media_type: knownNumbers([1, 2], '1 photo, 2 video.'),
    product_type: knownTexts(['story'], 'story.'),
    reel_mentions: array(sparse({}), 'Accounts mentioned by stickers.'),
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
  'A story, or an item of a highlight. It has the fields of a post and those of its own stickers. Fields about likes, comments, plays and tagged accounts are mostly missing or meaningless. Passed through as the upstream sends it; these are the commonly used fields.',
  ['pk'],
);

export const Comment = sparse(
  {
    pk: id(),
    text: string(),
    created_at: unixSeconds(),
    comment_like_count: integer(),
    child_comment_count: integer('Number of replies.'),
    is_liked_by_media_owner: boolean(),
    user_id: id('User id of the author.'),
    user: ref('UserRef'),
    media_id: id('Numeric media id of the post.'),
    preview_child_comments: array(sparse({}), 'Some of the replies, usually none.'),
    parent_comment_id: id('On replies: pk of the comment that is replied to.'),
  },
  'A comment, or a reply to a comment. Replies have no child_comment_count.',
  ['pk'],
);

export const CommentStream = sparse(
  {
    comments: array(ref('Comment')),
    has_more: boolean('Whether more comments follow. Use this field for paging.'),
    next_min_id: string('Opaque paging token; send it unchanged as min_id. A string exactly when has_more is true.'),
    next_max_id: string('Opaque paging token toward older comments; send it unchanged as max_id.'),
    media_pk: string('Composite <media_id>_<owner_id>.'),
    has_more_comments: boolean(
      'Covers only the inline preview; false even on posts with thousands of comments. Not for paging.',
    ),
    has_more_headload_comments: boolean('The upstream’s own flag for next_min_id. Not for paging.'),
    comment_count: integer('All comments of the post, replies included.'),
    caption: sparse({ text: string() }, 'The caption of the post, on the first page.'),
  },
  'A page of comments, as the upstream sends it, with has_more and media_pk added.',
  ['comments', 'has_more', 'media_pk'],
);

export const HighlightTrayEntry = sparse(
  {
    id: string('highlight:<number>'),
    title: string(),
    media_count: integer(),
    created_at: unixSeconds(),
    is_pinned_highlight: boolean(),
    cover_media: sparse({ cropped_image_version: sparse({ url: signedUrl() }) }),
    user: ref('UserRef'),
  },
  'A highlight of a user; its media are at /highlights/{highlight_id}.',
);
