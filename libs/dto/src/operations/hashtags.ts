import { cursor, hashtagName } from '../parameters/known-parameters';
import { defineOperations } from './operation';

const sections = {
  parameters: { name: hashtagName, cursor },
  upstream: ['tags.sections'],
  answer: { kind: 'list', of: 'Media' },
  problems: ['not_found'],
} as const;

export const hashtags = defineOperations('hashtags', {
  byName: {
    path: '/hashtags/{name}',
    summary: 'Post count and trending state of a hashtag',
    parameters: { name: hashtagName },
    upstream: ['tags.info'],
    answer: { kind: 'object', of: 'Hashtag' },
    problems: ['not_found'],
  },
  top: {
    ...sections,
    path: '/hashtags/{name}/top',
    summary: 'Top media of a hashtag',
  },
  recent: {
    ...sections,
    path: '/hashtags/{name}/recent',
    summary: 'Most recent media of a hashtag',
  },
  reels: {
    ...sections,
    path: '/hashtags/{name}/reels',
    summary: 'Reels of a hashtag',
  },
});
