import { operations } from '@loupe/dto';
import type { SentReply } from '../../support/send';
import { casesOf, type EndpointCase } from '../endpoint-case';
import { known } from '../known';

export function storyCases(path: (pk: string) => string): Omit<EndpointCase, 'operation'>[] {
  return [
    {
      name: 'returns the active stories on one page',
      path: path(known.storyTeller),
      status: 200,
      upstream: ['users.info', 'feed.user_story'],
      check: ({ json }) => {
        expect(json).toMatchObject({ next_cursor: null, has_more: false });
        expect(json.items.length).toBeGreaterThan(5);
        expect(json.items[0]).toMatchObject({
          pk: expect.stringMatching(/^\d{16,}$/),
          product_type: 'story',
          is_reel_media: true,
          story_hashtags: expect.any(Array),
          expiring_at: json.items[0].taken_at + 86_400,
        });
      },
    },
    {
      name: 'returns no items for an account without stories',
      path: path(known.empty),
      status: 200,
      check: ({ text }) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
    },
    ...['no_reel', 'null_items'].map((fault) => ({
      name: `returns no items when the upstream responds with ${fault}`,
      path: path(known.storyTeller),
      faults: { 'feed.user_story': fault },
      status: 200,
      check: ({ text }: SentReply) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
    })),
    {
      name: 'does not treat a wrapped response as one without stories',
      path: path(known.storyTeller),
      faults: { 'feed.user_story': 'wrapped_in_data' },
      status: 502,
      code: 'upstream_error',
    },
    ...[known.privateLoudly, known.privateQuietly].map((pk) => ({
      name: `reports that account ${pk} is private`,
      path: path(pk),
      status: 403,
      code: 'private_account' as const,
    })),
    { name: 'does not find a deleted account', path: path(known.deleted), status: 404, code: 'profile_not_found' },
  ];
}

export const storiesCases: readonly EndpointCase[] = casesOf(
  operations.stories.byReel,
  storyCases((pk) => `/stories/${pk}`),
);
