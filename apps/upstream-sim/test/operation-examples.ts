import type { Options } from './client';

const graphql = (friendlyName: string, variables: object): Options => ({
  form: { client_doc_id: '1', fb_api_req_friendly_name: friendlyName, variables: JSON.stringify(variables) },
});
const search = { query: 'trail', search_session_id: 'a', serp_session_id: 'b' };

/** A request with a non-empty response for each operation. Ids are those of the README. */
export const examples: Readonly<Record<string, readonly [path: string, options?: Options]>> = {
  'users.info': ['/api/v1/users/1001/info/'],
  'users.info_stream': ['/api/v1/users/1001/info_stream/', { form: { is_prefetch: 'false' } }],
  'users.usernameinfo': ['/api/v1/users/marta.trails/usernameinfo/'],
  'search.typeahead': ['/api/v1/fbsearch/typeahead_stream/?query=marta.trails'],
  'friendships.followers': ['/api/v1/friendships/1001/followers/'],
  'friendships.following': ['/api/v1/friendships/1001/following/'],
  'graphql.profile_timeline': ['/graphql/query', graphql('IGProfileTimelineQuery', { user_id: '1001' })],
  'clips.user': ['/api/v1/clips/user/', { form: { target_user_id: '1001' } }],
  'usertags.feed': ['/api/v1/usertags/1001/feed/'],
  'graphql.user_reposts': ['/graphql/query', graphql('IGUserRepostsQuery', { id: '1001' })],
  'feed.user_story': ['/api/v1/feed/user/1001/story/'],
  'highlights.tray': ['/api/v1/highlights/1001/highlights_tray/'],
  'feed.reels_media': ['/api/v1/feed/reels_media/', { form: { user_ids: '["highlight:17940908660136919"]' } }],
  'users.about': [
    '/api/v1/bloks/apps/com.instagram.interactions.about_this_account/',
    { form: { target_user_id: '1001' } },
  ],
  'media.info': ['/api/v1/media/2006059184019655369/info/'],
  'media.likers': ['/api/v1/media/2006059184019655369_1012/likers/'],
  'media.comments': ['/api/v1/media/2639297316059813967_1012/comments/'],
  'media.stream_comments': ['/api/v1/media/2639297316059813967_1012/stream_comments/'],
  'media.inline_child_comments': [
    '/api/v1/media/2639297316059813967_1012/comments/17896169626109711/inline_child_comments/',
  ],
  'media.comment_likers': ['/api/v1/media/17896169626109711/comment_likers/'],
  'search.account_serp': ['/api/v1/fbsearch/account_serp/?query=mar'],
  'search.hashtags': ['/api/v1/tags/search/?q=tr'],
  'search.places': ['/api/v1/fbsearch/places/?query=berlin&lat=52.5&lng=13.4'],
  'search.audio': ['/api/v1/music/audio_global_search/?query=low'],
  'graphql.top_serp': ['/graphql/query', graphql('IGTopSerpQuery', search)],
  'tags.info': ['/api/v1/tags/trail/info/'],
  'tags.sections': ['/api/v1/tags/trail/sections/', { form: { tab: 'top' } }],
  'locations.info': ['/api/v1/locations/371653515/location_info/'],
  'locations.sections': ['/api/v1/locations/371653515/sections/', { form: { tab: 'ranked' } }],
  'music.trending': ['/api/v1/music/trending/', { form: { product: 'feed_post' } }],
  'clips.music': ['/api/v1/clips/music/', { form: { audio_cluster_id: '797000832107795' } }],
  oembed: ['/api/v1/oembed/?url=https%3A%2F%2Fwww.instagram.com%2Fp%2FBvW9DMF5srJ%2F'],
};
