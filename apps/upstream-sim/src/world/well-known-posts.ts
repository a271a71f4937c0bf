/** What sets one post of `showcase.posts` apart; everything else is drawn as for any other post. */
export interface PostTraits {
  readonly format?: 'photo' | 'carousel' | 'reel';
  readonly state?: 'visible' | 'gone' | 'gone-404' | 'gone-quietly';
  readonly caption?: string | null;
  /** The caption is an object whose text is null, as some answers have it. */
  readonly hollowCaption?: boolean;
  readonly childCount?: number;
  readonly hasVideoChild?: boolean;
  readonly sound?: 'licensed' | 'original';
  readonly hidesLikes?: boolean;
  readonly commentsDisabled?: boolean;
  readonly topLevelComments?: number;
  readonly commentPaging?: 'ranked' | 'tail' | 'tail-opaque';
  readonly taggedCount?: number;
  readonly hasCoauthor?: boolean;
  readonly placeIndex?: number | null;
}

export interface WellKnownPost extends PostTraits {
  /** What it is there for: one line for the README. */
  readonly purpose: string;
}

const NASTY =
  'Quotes " and \\ slashes / tabs\t, {"items":[{"pk":1}],"next_max_id":"decoy"} </script> \u2029 é 👩🏽‍🚀 שלום &amp; &';

/** Posts 0, 1, 2 … of `showcase.posts`, oldest first. Their ids do not depend on the seed. */
export const WELL_KNOWN_POSTS: readonly WellKnownPost[] = [
  { purpose: 'photo with a place and two tagged accounts', format: 'photo', taggedCount: 2, placeIndex: 21 },
  { purpose: 'photo without caption (`caption: null`)', format: 'photo', caption: null },
  { purpose: 'photo whose like count is hidden; likers empty', format: 'photo', hidesLikes: true },
  { purpose: 'comments disabled', format: 'photo', commentsDisabled: true },
  { purpose: 'carousel of 4 with a video child', format: 'carousel', childCount: 4, hasVideoChild: true },
  { purpose: 'reel with licensed music', format: 'reel', sound: 'licensed' },
  { purpose: 'reel with an original sound', format: 'reel', sound: 'original' },
  {
    purpose: 'huge thread: 3,000 top-level comments, ranked (JSON-in-string cursor)',
    format: 'photo',
    topLevelComments: 3000,
    commentPaging: 'ranked',
  },
  { purpose: 'no comments at all', format: 'photo', topLevelComments: 0 },
  { purpose: 'reel with a co-author', format: 'reel', sound: 'licensed', hasCoauthor: true },
  { purpose: 'deleted: 400 `Media not found or unavailable`', state: 'gone' },
  { purpose: 'deleted: 404 JSON', state: 'gone-404' },
  { purpose: 'deleted, the quiet kind: 200 with `items: []`', state: 'gone-quietly' },
  { purpose: 'caption object with `text: null`', format: 'photo', hollowCaption: true },
  { purpose: 'caption full of quotes, escapes and JSON look-alikes', format: 'photo', caption: NASTY },
  { purpose: 'place that is a region: no coordinates', format: 'photo', placeIndex: 0 },
  { purpose: 'carousel of 10 photos', format: 'carousel', childCount: 10, hasVideoChild: false },
  {
    purpose: 'thread walked towards older comments by a numeric `next_max_id`',
    format: 'photo',
    topLevelComments: 90,
    commentPaging: 'tail',
  },
  {
    purpose: 'thread walked towards older comments by an opaque `next_max_id`',
    format: 'reel',
    sound: 'original',
    topLevelComments: 90,
    commentPaging: 'tail-opaque',
  },
];
