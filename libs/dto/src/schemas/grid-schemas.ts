import {
  array,
  boolean,
  closed,
  id,
  integer,
  knownNumbers,
  knownTexts,
  number,
  ref,
  type Schema,
  signedUrl,
  sparse,
  string,
  unixSeconds,
} from './schema';

// Typed keys: a type prefix such as `1l` precedes the name. They are passed on unchanged.
const typedMembers = {
  '1ltaken_at': unixSeconds('Unix seconds.'),
  '1fvideo_duration': number('Seconds, of videos.'),
  '1ldevice_timestamp': integer('Start of the upload by the device’s clock, usually in milliseconds.'),
  '1lbrs_severity': integer(),
};

const productType = knownTexts(['feed', 'clips', 'carousel_container'], 'feed, clips (a reel), carousel_container.');

export const GridLocation = sparse(
  { pk: id(), name: string(), '1flat': number('Latitude.'), '1flng': number('Longitude.') },
  'The place of a media. Regions and countries have no coordinates.',
);

export const GridOwner = sparse(
  { pk: id(), username: string(), full_name: string(), profile_pic_url: signedUrl() },
  'The full user.',
);

export const GridChild = sparse(
  { id: string('Composite <media_id>_<owner_id>.'), image_versions2: ref('ImageVersions') },
  'A carousel child in the grid. Children after the first may lack their pictures.',
);

export const GridMedia = sparse(
  {
    id: string('Composite <media_id>_<owner_id>.'),
    pk: id('Numeric media id: the key in posts.'),
    ...typedMembers,
    media_type: knownNumbers([1, 2, 8], '1 photo, 2 video, 8 carousel. A video child of a carousel may have 1 here.'),
    product_type: productType,
    image_versions2: ref('ImageVersions'),
    video_versions: array(ref('VideoVersion'), 'Of reels.'),
    carousel_media: array(ref('GridChild'), 'May be truncated: take the children from posts.'),
    user: ref('GridOwner'),
  },
  'One half of a post. Lacks code.',
  ['pk'],
);

export const GridItem = sparse(
  { media: ref('GridMedia') },
  'A cell of the grid. An item without media is a pinned highlight.',
);

export const GridFeed = sparse(
  {
    more_available: boolean('Keep paging while true.'),
    profile_grid_items: array(ref('GridItem'), 'This array defines the order.'),
    profile_grid_items_cursor: string('Send it as cursor to get the next page.'),
    next_max_id: string('Present, but not a paging token here.'),
    pinned_profile_grid_items_ids: array(string(), 'Media ids that are pinned.'),
  },
  'Has image_versions2, video_versions of reels and the full user; lacks code. Children of carousels may be truncated.',
  ['profile_grid_items', 'pinned_profile_grid_items_ids'],
);

export const GridPost = sparse(
  {
    id: string('Composite <media_id>_<owner_id>.'),
    code: string('Shortcode.'),
    ...typedMembers,
    caption: sparse({ text: string() }, 'An object or null, never a string.'),
    like_count: integer(),
    comment_count: integer(),
    play_count: integer(),
    location: ref('GridLocation'),
    carousel_media: array(ref('CarouselChild'), 'All children, each with its own files.'),
    user: sparse({}, 'Only a part of the user.'),
  },
  'The other half of a post. Lacks image_versions2 and video_versions.',
);

const posts: Schema = {
  type: 'object',
  additionalProperties: ref('GridPost'),
  description:
    'By media id: code, caption, counts and complete carousel_media; lacks image_versions2, video_versions and most of user. Names with a type prefix (1ltaken_at, 1fvideo_duration, 1flat, 1flng …) are unchanged.',
};

export const ProfileGrid = closed(
  { feed: ref('GridFeed'), posts },
  'The profile grid in two halves, feed and posts; each has only some members of a post. Join them on the media id. Take the picture of a photo (product_type feed) and the video of a reel (clips) from the feed half, the children of a carousel (carousel_container) from the posts half.',
);
