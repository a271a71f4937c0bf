import { comments, replies, streamedComments } from './comments';
import { followers, following } from './friendships';
import { tagInfo, tagSections } from './hashtags';
import { placeInfo, placeSections } from './locations';
import { commentLikers, likers, mediaInfo, oembed } from './media';
import { audioPage, searchAudio, trendingMusic } from './music';
import type { Operation } from './operation';
import { profileTimeline } from './profile-timeline';
import { searchAccounts, searchPlaces, searchTags, typeahead } from './search';
import { highlightsTray, reelsMedia, userStory } from './stories';
import { topSearch } from './top-search';
import { taggedFeed, userClips, userReposts } from './user-media';
import { aboutUser, userInfo, userInfoByName, userInfoStream } from './users';

const rest =
  (method: Operation['method']) =>
  (name: string, path: string, answer: Operation['answer']): Operation => ({
    name,
    method,
    path: `/api/v1/${path}/`,
    answer,
  });
const get = rest('GET');
const post = rest('POST');
const graphql = (name: string, friendlyName: string, answer: Operation['answer']): Operation => ({
  name,
  method: 'POST',
  path: '/graphql/query',
  friendlyName,
  answer,
});

export const operations: readonly Operation[] = [
  get('users.info', 'users/{pk}/info', userInfo),
  post('users.info_stream', 'users/{pk}/info_stream', userInfoStream),
  get('users.usernameinfo', 'users/{username}/usernameinfo', userInfoByName),
  get('search.typeahead', 'fbsearch/typeahead_stream', typeahead),
  get('friendships.followers', 'friendships/{pk}/followers', followers),
  get('friendships.following', 'friendships/{pk}/following', following),
  graphql('graphql.profile_timeline', 'IGProfileTimelineQuery', profileTimeline),
  post('clips.user', 'clips/user', userClips),
  get('usertags.feed', 'usertags/{pk}/feed', taggedFeed),
  graphql('graphql.user_reposts', 'IGUserRepostsQuery', userReposts),
  get('feed.user_story', 'feed/user/{pk}/story', userStory),
  get('highlights.tray', 'highlights/{pk}/highlights_tray', highlightsTray),
  post('feed.reels_media', 'feed/reels_media', reelsMedia),
  post('users.about', 'bloks/apps/com.instagram.interactions.about_this_account', aboutUser),
  get('media.info', 'media/{media_id}/info', mediaInfo),
  get('media.likers', 'media/{media_id}/likers', likers),
  get('media.comment_likers', 'media/{comment_id}/comment_likers', commentLikers),
  get('media.comments', 'media/{media_id}/comments', comments),
  get('media.stream_comments', 'media/{media_id}/stream_comments', streamedComments),
  get('media.inline_child_comments', 'media/{media_id}/comments/{comment_id}/inline_child_comments', replies),
  get('search.account_serp', 'fbsearch/account_serp', searchAccounts),
  get('search.hashtags', 'tags/search', searchTags),
  get('search.places', 'fbsearch/places', searchPlaces),
  graphql('graphql.top_serp', 'IGTopSerpQuery', topSearch),
  get('tags.info', 'tags/{name}/info', tagInfo),
  post('tags.sections', 'tags/{name}/sections', tagSections),
  get('locations.info', 'locations/{pk}/location_info', placeInfo),
  post('locations.sections', 'locations/{pk}/sections', placeSections),
  post('music.trending', 'music/trending', trendingMusic),
  get('search.audio', 'music/audio_global_search', searchAudio),
  post('clips.music', 'clips/music', audioPage),
  get('oembed', 'oembed', oembed),
];
