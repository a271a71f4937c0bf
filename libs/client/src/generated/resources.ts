// Generated from the table of operations by `npm run generate`. Do not edit.

import type { Call } from '../call.ts';
import type { JoinedPost } from '../grid.ts';
import type { List } from '../list.ts';
import type { CallOptions, Id, ListOptions } from '../options.ts';
import type {
  AboutPanel,
  AudioPage,
  AudioUnit,
  Balance,
  Comment,
  CompactUser,
  Hashtag,
  Health,
  HighlightTrayEntry,
  Location,
  Media,
  MonitorEvent,
  Oembed,
  PlaceResult,
  PriceOrPrices,
  Profile,
  ResolvedMedia,
  SearchUnit,
  SearchUser,
  StoryItem,
} from './types.ts';

export interface UsersOperations {
  /**
   * Profile by username.
   * Two upstream requests, so it costs twice the price, also for unknown names. The only operation that takes a username; all others under /users take the pk found here.
   * Costs 2 units.
   */
  byUsername(username: string, options?: CallOptions): Call<Profile>;

  /**
   * Profile by id.
   * Costs 1 unit.
   */
  byId(user_id: Id, options?: CallOptions): Call<Profile>;

  /**
   * Accounts that follow a user.
   * The upstream caps the depth of this list, most visibly for large and business accounts: has_more can become false before the list is exhausted.
   * Costs 1 unit a page.
   */
  followers(user_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<CompactUser>;

  /**
   * Accounts that a user follows.
   * The upstream caps the depth of this list: has_more can become false before the list is exhausted.
   * Costs 1 unit a page.
   */
  following(user_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<CompactUser>;

  /**
   * A user’s posts (profile grid).
   * Costs 1 unit a page.
   */
  posts(user_id: Id, options?: ListOptions & {
      /** feed.profile_grid_items_cursor of the previous page, unchanged. */
      cursor?: string;
    }): List<JoinedPost>;

  /**
   * Reels of a user.
   * Costs 1 unit a page.
   */
  reels(user_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
      /** Most viewed first instead of newest first. The paging is the same. */
      sort_by_views?: boolean;
    }): List<Media>;

  /**
   * Media that a user is tagged in.
   * Costs 1 unit a page.
   */
  tagged(user_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;

  /**
   * Media that a user has reposted.
   * The reposted originals, each with its author in user. Members with a type prefix (1ltaken_at) also come under their plain name (taken_at).
   * Costs 1 unit a page.
   */
  reposts(user_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;

  /**
   * Stories of the last 24 hours of a user.
   * One page. items is empty when the user has no story newer than 24 hours. Two upstream requests, so it costs double.
   * Costs 2 units a page.
   */
  stories(user_id: Id, options?: ListOptions): List<StoryItem>;

  /**
   * Highlights of a user.
   * One page. Two upstream requests, so it costs double.
   * Costs 2 units a page.
   */
  highlights(user_id: Id, options?: ListOptions): List<HighlightTrayEntry>;

  /**
   * What the “about this account” panel says.
   * Parsed from a rendered panel on a best-effort basis; details holds every line of it. date_joined and former_usernames_count are null where the panel has no such line.
   * Costs 1 unit.
   */
  about(user_id: Id, options?: CallOptions): Call<AboutPanel>;
}

export interface PostsOperations {
  /**
   * One post.
   * Everything about the post in one call: files, audio, tagged accounts, counts.
   * Costs 1 unit.
   */
  byId(post_id: Id, options?: CallOptions): Call<Media>;

  /**
   * Comments of a post.
   * Costs 1 unit a page.
   */
  comments(post_id: Id, options: ListOptions & {
      /** Numeric id (pk) of the owner of the post. */
      user_id: Id;
      /** next_min_id of the previous page, unchanged. Not together with max_id. */
      min_id?: string;
      /** next_max_id of the previous page: walks toward older comments. Not together with min_id. */
      max_id?: string;
      /** For a carousel: the child whose comments are wanted, by its pk or its id. */
      carousel_media_id?: Id;
      /** For a carousel: the position of the wanted child. */
      carousel_index?: number;
    }): List<Comment>;

  /**
   * Accounts that like a post.
   * One capped page. For posts with very many likes the upstream may hide the list.
   * Costs 1 unit a page.
   */
  likers(post_id: Id, options: ListOptions & {
      /** Numeric id (pk) of the owner of the post. */
      user_id: Id;
    }): List<CompactUser>;
}

export interface CommentsOperations {
  /**
   * Replies to a comment.
   * A comment has replies if its child_comment_count is above 0.
   * Costs 1 unit a page.
   */
  replies(comment_id: Id, options: ListOptions & {
      /** Shortcode, numeric media pk, or composite <media_id>_<owner_id>. */
      media_id: Id;
      /** Numeric id (pk) of the owner of the post. */
      user_id: Id;
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Comment>;

  /**
   * Accounts that like a comment.
   * Costs 1 unit a page.
   */
  likers(comment_id: Id, options?: ListOptions): List<CompactUser>;
}

export interface SearchOperations {
  /**
   * Search for accounts.
   * Costs 1 unit a page.
   */
  users(query: string, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
      /** UUID made by the client and reused for one search journey. Generated if omitted. */
      search_session_id?: string;
      /** UUID made by the client and reused for one results page. Generated if omitted. */
      serp_session_id?: string;
    }): List<SearchUser>;

  /**
   * Search for hashtags.
   * Costs 1 unit a page.
   */
  hashtags(query: string, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
      /** UUID made by the client and reused for one search journey. Generated if omitted. */
      search_session_id?: string;
      /** UUID made by the client and reused for one results page. Generated if omitted. */
      serp_session_id?: string;
    }): List<Hashtag>;

  /**
   * Search for music and sounds.
   * Costs 1 unit a page.
   */
  audio(query: string, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
      /** UUID made by the client and reused for one search journey. Generated if omitted. */
      search_session_id?: string;
      /** UUID made by the client and reused for one results page. Generated if omitted. */
      serp_session_id?: string;
      /** UUID made by the client and reused while browsing audio. Generated if omitted. */
      browse_session_id?: string;
    }): List<AudioUnit>;

  /**
   * Blended search results.
   * Units of mixed types, as the upstream sends them.
   * Costs 1 unit a page.
   */
  top(query: string, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
      /** UUID made by the client and reused for one search journey. Generated if omitted. */
      search_session_id?: string;
      /** UUID made by the client and reused for one results page. Generated if omitted. */
      serp_session_id?: string;
    }): List<SearchUnit>;

  /**
   * Search for places.
   * One page.
   * Costs 1 unit a page.
   */
  places(query: string, options?: ListOptions & {
      /** Latitude that results are biased to. */
      lat?: number;
      /** Longitude that results are biased to. */
      lng?: number;
    }): List<PlaceResult>;
}

export interface HashtagsOperations {
  /**
   * Post count and trending state of a hashtag.
   * Costs 1 unit.
   */
  byName(name: string, options?: CallOptions): Call<Hashtag>;

  /**
   * Top media of a hashtag.
   * Costs 1 unit a page.
   */
  top(name: string, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;

  /**
   * Most recent media of a hashtag.
   * Costs 1 unit a page.
   */
  recent(name: string, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;

  /**
   * Reels of a hashtag.
   * Costs 1 unit a page.
   */
  reels(name: string, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;
}

export interface LocationsOperations {
  /**
   * Name, category, city and hours of a place.
   * Costs 1 unit.
   */
  byId(location_id: Id, options?: CallOptions): Call<Location>;

  /**
   * Top media at a location.
   * Costs 1 unit a page.
   */
  top(location_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;

  /**
   * Most recent media at a location.
   * Costs 1 unit a page.
   */
  recent(location_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;
}

export interface HighlightsOperations {
  /**
   * Media of one highlight.
   * One page. It costs double, as the list of highlights does.
   * Costs 2 units a page.
   */
  byId(highlight_id: Id, options?: ListOptions): List<StoryItem>;
}

export interface StoriesOperations {
  /**
   * Media of a story reel.
   * The same as /users/{user_id}/stories. One page; two upstream requests, so it costs double.
   * Costs 2 units a page.
   */
  byReel(reel_id: Id, options?: ListOptions): List<StoryItem>;
}

export interface AudioOperations {
  /**
   * Trending audio.
   * Costs 1 unit a page.
   */
  trending(options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<AudioUnit>;

  /**
   * Page metadata of a track or original sound.
   * Costs 1 unit.
   */
  byId(audio_id: Id, options?: CallOptions): Call<AudioPage>;

  /**
   * Reels that use a track or sound.
   * Costs 1 unit a page.
   */
  medias(audio_id: Id, options?: ListOptions & {
      /** next_cursor of the previous page, unchanged. Leave it out for the first page. */
      cursor?: string;
    }): List<Media>;
}

export interface ResolveOperations {
  /**
   * Media pk to shortcode and back.
   * Computed locally, without an upstream request.
   * Free.
   */
  media(options?: CallOptions & {
      /** Numeric media pk, or composite <media_id>_<owner_id>. */
      pk?: Id;
      /** Shortcode. */
      code?: string;
    }): Call<ResolvedMedia>;
}

export interface OembedOperations {
  /**
   * oEmbed of a post, or what a share link points to.
   * Takes the URL of a post or reel, or a /s/ share link. A share link is decoded locally, and is free if it names its author. The URL is never fetched.
   * Costs 1 unit.
   */
  byUrl(url: string, options?: CallOptions): Call<Oembed>;
}

export interface SystemOperations {
  /**
   * Liveness check.
   * Free.
   */
  health(options?: CallOptions): Call<Health>;

  /**
   * Balance of the key’s account.
   * Read from the ledger on every request, so a top-up shows at once.
   * Free.
   */
  balance(options?: CallOptions): Call<Balance>;

  /**
   * Price of one operation, or of all operations.
   * Free.
   */
  price(options?: CallOptions & {
      /** Name of an operation, such as users.by_id. Without it, all prices are returned. */
      operation?: string;
    }): Call<PriceOrPrices>;
}

export interface MonitorsOperations {
  /**
   * What a monitor has found.
   * The events of the last 90 days, oldest first, each once and in order. The id of an event is the cursor of what follows it, now or later: to go on after the last page, send the id of the last event. Needs a live key of the account.
   * Free.
   */
  events(monitor_id: Id, options?: ListOptions & {
      /** Id of an event of this monitor, or next_cursor. Without it, the oldest event comes first. */
      cursor?: string;
    }): List<MonitorEvent>;
}

/** All operations, by domain. */
export interface Resources {
  readonly users: UsersOperations;
  readonly posts: PostsOperations;
  readonly comments: CommentsOperations;
  readonly search: SearchOperations;
  readonly hashtags: HashtagsOperations;
  readonly locations: LocationsOperations;
  readonly highlights: HighlightsOperations;
  readonly stories: StoriesOperations;
  readonly audio: AudioOperations;
  readonly resolve: ResolveOperations;
  readonly oembed: OembedOperations;
  readonly system: SystemOperations;
  readonly monitors: MonitorsOperations;
}
