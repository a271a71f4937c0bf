import { operations } from '@loupe/dto';
import type { SeenRequest } from '../../support/per-worker/simulator';
import type { SentReply } from '../../support/send';
import { casesOf, type EndpointCase } from '../endpoint-case';
import { knownHighlights } from '../known';

const { highlights } = operations;

export const highlightsCases: readonly EndpointCase[] = casesOf(highlights.byId, [
  ...[knownHighlights.ofMarta, `highlight:${knownHighlights.ofMarta}`, `highlight%3A${knownHighlights.ofMarta}`].map(
    (id) => ({
      name: `accepts ${id}`,
      path: `/highlights/${id}`,
      status: 200,
      upstream: ['feed.reels_media'],
      check: ({ json }: SentReply, [request]: readonly SeenRequest[]) => {
        expect(json).toMatchObject({ next_cursor: null, has_more: false });
        expect(json.items[0]).toMatchObject({ pk: expect.stringMatching(/^\d{16,}$/) });
        expect(request!.form.user_ids).toBe(`["highlight:${knownHighlights.ofMarta}"]`);
      },
    }),
  ),
  ...[knownHighlights.ofPrivate, knownHighlights.deleted, '1'].map((id) => ({
    name: `does not find highlight ${id}`,
    path: `/highlights/${id}`,
    status: 404,
    code: 'not_found' as const,
  })),
  {
    name: 'returns no items for a highlight whose items are null',
    path: `/highlights/${knownHighlights.ofMarta}`,
    faults: { 'feed.reels_media': 'null_items' },
    status: 200,
    check: ({ text }) => expect(text).toBe('{"items":[],"next_cursor":null,"has_more":false}'),
  },
  {
    name: 'reports that the owner is private',
    path: `/highlights/${knownHighlights.ofMarta}`,
    faults: { 'feed.reels_media': 'private_400' },
    status: 403,
    code: 'private_account',
  },
  ...['highlight:', 'story:1', 'highlight:1x', '-1', '0', '9223372036854775808'].map((id) => ({
    name: `refuses ${id}`,
    path: `/highlights/${id}`,
    status: 422,
    code: 'unprocessable_entity' as const,
  })),
]);
