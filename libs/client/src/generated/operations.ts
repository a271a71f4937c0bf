// Generated from the table of operations by `npm run generate`. Do not edit.

export const operations = {
  users: {
    byUsername: ['username/{username}'],
    byId: ['{user_id}'],
    followers: ['{user_id}/followers', 'envelope'],
    following: ['{user_id}/following', 'envelope'],
    posts: ['{user_id}/posts', 'grid'],
    reels: ['{user_id}/reels', 'envelope'],
    tagged: ['{user_id}/tagged', 'envelope'],
    reposts: ['{user_id}/reposts', 'envelope'],
    stories: ['{user_id}/stories', 'envelope'],
    highlights: ['{user_id}/highlights', 'envelope'],
    about: ['{user_id}/about'],
  },
  posts: {
    byId: ['{post_id}'],
    comments: ['{post_id}/comments', 'comments'],
    likers: ['{post_id}/likers', 'envelope'],
  },
  comments: {
    replies: ['{comment_id}/replies', 'envelope'],
    likers: ['{comment_id}/likers', 'envelope'],
  },
  search: {
    users: ['users?query', 'envelope', 'search_session_id', 'serp_session_id'],
    hashtags: ['hashtags?query', 'envelope', 'search_session_id', 'serp_session_id'],
    audio: ['audio?query', 'envelope', 'search_session_id', 'serp_session_id', 'browse_session_id'],
    top: ['top?query', 'envelope', 'search_session_id', 'serp_session_id'],
    places: ['places?query', 'envelope'],
  },
  hashtags: {
    byName: ['{name}'],
    top: ['{name}/top', 'envelope'],
    recent: ['{name}/recent', 'envelope'],
    reels: ['{name}/reels', 'envelope'],
  },
  locations: {
    byId: ['{location_id}'],
    top: ['{location_id}/top', 'envelope'],
    recent: ['{location_id}/recent', 'envelope'],
  },
  highlights: {
    byId: ['{highlight_id}', 'envelope'],
  },
  stories: {
    byReel: ['{reel_id}', 'envelope'],
  },
  audio: {
    trending: ['trending', 'envelope'],
    byId: ['{audio_id}'],
    medias: ['{audio_id}/medias', 'envelope'],
  },
  resolve: {
    media: ['media'],
  },
  oembed: {
    byUrl: ['?url'],
  },
  system: {
    health: ['health'],
    balance: ['balance'],
    price: ['price'],
  },
} as const;
