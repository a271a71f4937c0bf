import { highlightId, userPk } from '../parameters/known-parameters';
import { defineOperations } from './operation';

export const highlights = defineOperations('highlights', {
  byId: {
    path: '/highlights/{highlight_id}',
    summary: 'Media of one highlight',
    description: 'One page. It costs double, as the list of highlights does.',
    parameters: { highlight_id: highlightId },
    priceUnits: 2,
    upstream: ['feed.reels_media'],
    answer: { kind: 'list', of: 'StoryItem' },
    problems: ['private_account', 'not_found'],
  },
});

export const stories = defineOperations('stories', {
  byReel: {
    path: '/stories/{reel_id}',
    summary: 'Media of a story reel',
    description: 'The same as /users/{user_id}/stories. One page; two upstream requests, so it costs double.',
    parameters: { reel_id: userPk({ description: 'User id (pk) of the owner of the story.', example: '1001' }) },
    priceUnits: 2,
    upstream: ['users.info', 'feed.user_story'],
    answer: { kind: 'list', of: 'StoryItem' },
    problems: ['private_account', 'profile_not_found'],
  },
});
