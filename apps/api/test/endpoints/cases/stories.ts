import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase, eachOf, type OwnCase } from '../endpoint-case';
import { known } from '../known';

export function storyCases(path: (pk: string) => string): OwnCase[] {
  return [
    {
      name: 'returns the active stories on one page',
      path: path(known.storyTeller),
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
      check: ({ text }) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
    },
    ...eachOf(['no_reel', 'null_items'], (fault) => ({
      name: `returns no items when the upstream responds with ${fault}`,
      path: path(known.storyTeller),
      faults: { 'feed.user_story': fault },
      check: ({ text }) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
    })),
    {
      name: 'does not treat a wrapped response as one without stories',
      path: path(known.storyTeller),
      faults: { 'feed.user_story': 'wrapped_in_data' },
      code: 'upstream_error',
    },
    ...eachOf([known.privateLoudly, known.privateQuietly], (pk) => ({
      name: `reports that account ${pk} is private`,
      path: path(pk),
      code: 'private_account',
    })),
    { name: 'does not find a deleted account', path: path(known.deleted), code: 'profile_not_found' },
  ];
}

export const storiesCases: readonly EndpointCase[] = casesOf(
  operations.stories.byReel,
  storyCases((pk) => `/stories/${pk}`),
);
