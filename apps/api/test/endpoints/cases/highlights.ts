import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase, eachOf } from '../endpoint-case';
import { knownHighlights } from '../known';

const { highlights } = operations;

export const highlightsCases: readonly EndpointCase[] = casesOf(highlights.byId, [
  ...eachOf(['', 'highlight:', 'highlight%3A'], (prefix) => ({
    name: `accepts ${prefix}${knownHighlights.ofMarta}`,
    path: `/highlights/${prefix}${knownHighlights.ofMarta}`,
    upstream: ['feed.reels_media'],
    check: ({ json }, [request]) => {
      expect(json).toMatchObject({ next_cursor: null, has_more: false });
      expect(json.items[0]).toMatchObject({ pk: expect.stringMatching(/^\d{16,}$/) });
      expect(request!.form.user_ids).toBe(`["highlight:${knownHighlights.ofMarta}"]`);
    },
  })),
  ...eachOf([knownHighlights.ofPrivate, knownHighlights.deleted, '1'], (id) => ({
    name: `does not find highlight ${id}`,
    path: `/highlights/${id}`,
    code: 'not_found',
  })),
  {
    name: 'returns no items for a highlight whose items are null',
    path: `/highlights/${knownHighlights.ofMarta}`,
    faults: { 'feed.reels_media': 'null_items' },
    check: ({ text }) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
  },
  {
    name: 'reports that the owner is private',
    path: `/highlights/${knownHighlights.ofMarta}`,
    faults: { 'feed.reels_media': 'private_400' },
    code: 'private_account',
  },
  ...eachOf(['highlight:', 'story:1', 'highlight:1x', '-1', '0', '9223372036854775808'], (id) => ({
    name: `refuses ${id}`,
    path: `/highlights/${id}`,
    code: 'unprocessable_entity',
  })),
]);
