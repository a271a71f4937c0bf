import { problemCodes } from '../problems/problem-registry';
import { array, boolean, closed, integer, nullable, oneOfValues, open, type Schema, string } from './schema';

export const ResolvedMedia = closed({ pk: string('Numeric media pk.'), code: string('Shortcode.') });

export const Oembed: Schema = {
  description: 'oEmbed of a post; or, for a /s/ share link, what it points to.',
  oneOf: [
    open(
      {
        media_id: string(),
        author_name: string(),
        author_id: string(),
        title: string(),
        html: string(),
        thumbnail_url: string(),
      },
      'The upstream’s oEmbed object.',
    ),
    closed({
      type: oneOfValues(['highlight', 'story']),
      reel_id: string(),
      author_id: nullable(string()),
      media_id: nullable(string()),
    }),
  ],
};

export const Health: Schema = {
  type: 'object',
  description: 'String values; status is ok.',
  properties: { status: oneOfValues(['ok']) },
  required: ['status'],
  additionalProperties: { type: 'string' },
};

export const Balance = closed({
  balance_usd: { ...string(), pattern: '^\\d+\\.\\d{6}$' },
  currency: oneOfValues(['USD']),
});

export const Problem: Schema = closed(
  {
    type: string('Address of the explanation of the code.'),
    title: string(),
    status: integer(),
    detail: string('For a person.'),
    code: oneOfValues(problemCodes, 'For a program.'),
    request_id: string('Same as the x-request-id header.'),
    charged_usd: string('What this answer cost.'),
    retryable: boolean('Whether the same request may succeed later.'),
    errors: array(
      closed({ in: oneOfValues(['path', 'query', 'header', 'body']), parameter: string(), message: string() }),
      'Every fault of the request.',
    ),
    required_usd: string('On insufficient_balance: the price, or what is missing under a cap.'),
    balance_usd: string('On insufficient_balance: the balance.'),
  },
  'Every error of the service (RFC 9457).',
  ['errors', 'required_usd', 'balance_usd'],
);
