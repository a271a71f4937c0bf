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

export const Media = open(
  {
    pk: id('Numeric media id.'),
    id: string('Composite <media_id>_<owner_id>.'),
    code: string('Shortcode.'),
    taken_at: unixSeconds(),
    media_type: oneOfValues([1, 2, 8], '1 photo, 2 video, 8 carousel.'),
    product_type: string('feed, clips (a reel), carousel_container.'),
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
    like_count: integer(),
    comment_count: integer(),
    play_count: nullable(integer()),
    user: author,
    image_versions2: imageVersions,
    video_versions: videoVersions,
    carousel_media: array(
      open({ image_versions2: imageVersions, video_versions: videoVersions }),
      'Only on carousels; each child has its own files.',
    ),
    usertags: nullable(open({ in: array(open({})) }, 'Accounts tagged on photos. Always empty on videos.')),
    coauthor_producers: array(open({}), 'Collaborators; still filled on videos.'),
    location: nullable(open({ pk: id(), name: string(), lat: number(), lng: number() })),
    clips_metadata: nullable(open({}, 'Audio or music of a reel; null unless product_type is clips.')),
  },
  'A post: about 240 fields, passed through as the upstream sends them. These are the commonly used ones.',
);

export const ProfileGrid = closed(
  {
    feed: open(
      {
        more_available: boolean('Keep paging while true.'),
        profile_grid_items: array(open({ media: open({}) }), 'This array defines the order.'),
        profile_grid_items_cursor: nullable(string('Pass back as cursor.')),
        next_max_id: nullable(string('Present, but no paging token here.')),
        pinned_profile_grid_items_ids: array(string(), 'Media ids that are pinned.'),
      },
      'Has image_versions2, video_versions of reels and the full user; lacks code. Children of carousels may be truncated.',
    ),
    posts: {
      type: 'object',
      additionalProperties: open({}),
      description:
        'By media id: code, caption, counts and complete carousel_media; lacks image_versions2, video_versions and all but a stub of user. Keys with a type prefix (1ltaken_at, 1fvideo_duration, 1flat, 1flng …) come as they are.',
    },
  },
  'The profile grid in its two halves. Join them on the media id.',
);

export const Comment = open({
  pk: id(),
  text: string(),
  created_at: unixSeconds(),
  comment_like_count: integer(),
  child_comment_count: integer('Number of replies.'),
  is_liked_by_media_owner: boolean(),
  user_id: id(),
  user: open({ pk: id(), username: string() }),
});

export const CommentStream = open(
  {
    comments: array({ $ref: '#/components/schemas/Comment' }),
    has_more: boolean('The field to branch on.'),
    next_min_id: nullable(string('Opaque paging token; pass back as min_id unchanged.')),
    media_pk: string('Composite <media_id>_<owner_id>.'),
    has_more_comments: boolean(
      'Tracks only the inline preview strip; reads false on posts with thousands of comments. Not for paging.',
    ),
  },
  'A page of comments, as the upstream sends it, with has_more and media_pk added.',
);

export const HighlightTrayEntry = open({
  id: string('highlight:<number>'),
  title: string(),
  media_count: integer(),
  created_at: unixSeconds(),
  is_pinned_highlight: boolean(),
  cover_media: open({ cropped_image_version: open({ url: signedUrl() }) }),
  user: open({ pk: id(), username: string() }),
});
