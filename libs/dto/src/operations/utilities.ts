import { freeText, mediaId, optional } from '../parameters/parameter';
import { defineOperations } from './operation';

export const resolve = defineOperations('resolve', {
  media: {
    path: '/resolve/media',
    summary: 'Media pk to shortcode and back',
    description: 'Computed locally, without an upstream request.',
    parameters: {
      pk: optional(
        mediaId({
          description: 'Numeric media pk, or composite <media_id>_<owner_id>.',
          example: '3776832898280228145',
        }),
      ),
      code: optional(freeText({ description: 'Shortcode.', example: 'DRqAYKuAIUx' }, 200)),
    },
    exclusive: { parameters: ['pk', 'code'], required: true },
    priceUnits: 0,
    answer: { kind: 'object', of: 'ResolvedMedia' },
    problems: ['invalid_parameter'],
  },
});

export const oembed = defineOperations('oembed', {
  byUrl: {
    path: '/oembed',
    summary: 'oEmbed of a post, or what a share link points to',
    description:
      'Takes the URL of a post or reel, or a /s/ share link. A share link is decoded locally, and is free if it names its author. The URL is never fetched.',
    parameters: {
      url: freeText({
        description: 'Post or reel URL, or a /s/ share link.',
        example: 'https://www.instagram.com/p/CSgquzkYxhP/',
      }),
    },
    upstream: ['oembed', 'feed.reels_media'],
    answer: { kind: 'object', of: 'Oembed' },
    problems: ['private_account', 'not_found', 'invalid_parameter'],
  },
});

export const system = defineOperations('system', {
  health: {
    path: '/system/health',
    summary: 'Liveness check',
    parameters: {},
    priceUnits: 0,
    answer: { kind: 'object', of: 'Health' },
    keyless: true,
  },
  balance: {
    path: '/system/balance',
    summary: 'Balance of the key’s account',
    description: 'Read from the ledger on every request, so a top-up shows at once.',
    parameters: {},
    priceUnits: 0,
    answer: { kind: 'object', of: 'Balance' },
  },
  price: {
    path: '/system/price',
    summary: 'Price of one operation, or of all operations',
    parameters: {
      operation: optional(
        freeText(
          {
            description: 'Name of an operation, such as users.by_id. Without it, all prices are returned.',
            example: 'users.by_id',
          },
          100,
        ),
      ),
    },
    priceUnits: 0,
    answer: { kind: 'object', of: 'PriceOrPrices' },
  },
});
