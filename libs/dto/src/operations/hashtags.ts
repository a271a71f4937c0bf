import { cursor, hashtagName } from '../parameters/known-parameters';
import { defineOperation } from './operation';

const sections = {
  parameters: { name: hashtagName, cursor },
  priceUnits: 1,
  upstream: ['tags.sections'],
  answer: { kind: 'list', of: 'Media' },
  problems: ['not_found', 'invalid_cursor'],
} as const;

export const hashtags = {
  byName: defineOperation({
    name: 'hashtags.by_name',
    path: '/hashtags/{name}',
    summary: 'Post count and trending state of a hashtag',
    parameters: { name: hashtagName },
    priceUnits: 1,
    upstream: ['tags.info'],
    answer: { kind: 'object', of: 'Hashtag' },
    problems: ['not_found'],
  }),
  top: defineOperation({
    ...sections,
    name: 'hashtags.top',
    path: '/hashtags/{name}/top',
    summary: 'Top media of a hashtag',
  }),
  recent: defineOperation({
    ...sections,
    name: 'hashtags.recent',
    path: '/hashtags/{name}/recent',
    summary: 'Most recent media of a hashtag',
  }),
  reels: defineOperation({
    ...sections,
    name: 'hashtags.reels',
    path: '/hashtags/{name}/reels',
    summary: 'Reels of a hashtag',
  }),
};
