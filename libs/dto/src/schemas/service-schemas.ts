import { problemCodes } from '../problems/problem-registry';
import {
  array,
  boolean,
  closed,
  id,
  knownTexts,
  nullable,
  number,
  oneOfValues,
  open,
  orAnother,
  ref,
  type Schema,
  signedUrl,
  smallInteger,
  sparse,
  string,
} from './schema';

export const ResolvedMedia = closed(
  { pk: string('Numeric media pk.'), code: string('Shortcode.') },
  'The two names of one media.',
);

export const MediaEmbed: Schema = {
  title: 'MediaEmbed',
  ...sparse(
    {
      media_id: string('Composite <media_id>_<owner_id>.'),
      author_name: string('Username of the owner.'),
      author_url: string('URL of the owner’s profile.'),
      author_id: id('User id of the owner.'),
      title: string('The whole caption; empty if the post has no caption.'),
      html: string('Missing if the post cannot be embedded.'),
      thumbnail_url: signedUrl(),
      thumbnail_width: smallInteger(),
      thumbnail_height: smallInteger(),
      width: smallInteger('Of html, in pixels.'),
      height: nullable(smallInteger('Of html; null because it depends on the caption.')),
      type: string('Always rich.'),
      version: string('Always 1.0.'),
      provider_name: string(),
      provider_url: string(),
    },
    'The upstream’s oEmbed object.',
    ['media_id'],
  ),
};

export const ShareTarget: Schema = {
  title: 'ShareTarget',
  ...closed(
    {
      type: oneOfValues(['highlight', 'story']),
      reel_id: string('Number of the highlight, or user id of the owner of the story.'),
      author_id: nullable(string('User id of the owner; null if the link does not contain it.')),
      media_id: nullable(string('The item that the link opens; null if the link names no item.')),
    },
    'What a share link points to.',
  ),
};

export const Oembed: Schema = {
  description: 'oEmbed of a post; or, for a /s/ share link, what it points to.',
  anyOf: [ref('MediaEmbed'), ref('ShareTarget')],
};

export const Health: Schema = {
  type: 'object',
  description: 'All values are strings. The value of status is always ok.',
  properties: {
    status: oneOfValues(['ok']),
    version: string('The version of Loupe that responds.'),
    commit: string('First 12 hex digits of the commit that it was built from, or unknown.'),
  },
  required: ['status'],
  additionalProperties: { type: 'string' },
};

export const Balance = open(
  {
    balance_usd: { ...string('A decimal number with six decimals, or 0.'), pattern: '^(0|\\d+\\.\\d{6})$' },
    currency: oneOfValues(['USD']),
    key: ref('KeyAllowance'),
  },
  'The balance of the key’s account in the ledger, and the caps and spending of the key.',
);

export const KeyAllowance = open(
  {
    daily_cap_usd: nullable(string('Null if the key has no such cap.')),
    daily_spent_usd: nullable(string()),
    daily_resets_at: nullable({ ...string(), format: 'date-time' }),
    monthly_cap_usd: nullable(string('Null if the key has no such cap.')),
    monthly_spent_usd: nullable(string()),
    monthly_resets_at: nullable({ ...string(), format: 'date-time' }),
  },
  'The spending caps of the key, and what it has spent in the current day and month (UTC).',
);

export const Price = open(
  {
    operation: string('Name of the operation, such as users.by_id.'),
    units: smallInteger('Price in units; 0 is free.'),
    price_usd: string('The price in USD.'),
    currency: oneOfValues(['USD']),
  },
  'What a charged response of an operation costs.',
);

export const PriceList = open({ items: array(ref('Price')) }, 'The prices of all operations.');

export const PriceOrPrices: Schema = {
  description: 'The price of the named operation; without a name, the prices of all operations.',
  anyOf: [ref('PriceList'), ref('Price')],
};

const scalar = (description: string): Schema => ({ description, anyOf: [string(), number(), boolean()] });

export const MonitorEvent = open(
  {
    id: string('Also the cursor of what follows this event.'),
    monitor_id: string(),
    at: { ...string('When the monitor found it.'), format: 'date-time' },
    kind: knownTexts(['new_items', 'changed'], 'new_items: an item is new in a list. changed: a value has changed.'),
    item_id: string('Of new_items: the pk of the item.'),
    gap: boolean('Of new_items: true if items before this one may have been missed. Else absent.'),
    field: string('Of changed: the path of the value, such as follower_count.'),
    before: scalar('Of changed: the last known value. At most 1 KB of a text.'),
    after: scalar('Of changed: the value now. At most 1 KB of a text.'),
  },
  'Something that a monitor has found.',
  ['item_id', 'gap', 'field', 'before', 'after'],
);

export const ProblemCode = oneOfValues(problemCodes, 'The current codes. More may be added.');

export const ParameterFault = open(
  {
    in: knownTexts(['path', 'query', 'header', 'body'], 'Where the parameter is sent: path, query, header or body.'),
    parameter: string(),
    message: string('Completes a sentence that starts with the parameter.'),
  },
  'What is wrong with one parameter.',
);

export const Problem: Schema = open(
  {
    type: string('Link to the explanation of the code; absolute if PUBLIC_URL is set.'),
    title: string('The code in words.'),
    status: smallInteger('Same as the HTTP status of the response.'),
    detail: string('What happened to this request, for a person.'),
    code: orAnother('ProblemCode', 'For programs. ProblemCode lists the current codes.'),
    request_id: string('Same as the x-request-id header.'),
    charged_usd: string('The cost of this response.'),
    retryable: boolean('Whether the same request may succeed later.'),
    errors: array(ref('ParameterFault'), 'Every validation error of the request.'),
    required_usd: string('On insufficient_balance: the price.'),
    balance_usd: string('On insufficient_balance: the balance.'),
    price_usd: string('On price_above_ceiling: the price.'),
    period: knownTexts(['day', 'month'], 'On key_cap_reached: the period of the cap, in UTC.'),
    cap_usd: string('On key_cap_reached: the cap.'),
    spent_usd: string('On key_cap_reached: what the key has spent in this period.'),
    resets_at: { ...string('On key_cap_reached: when the next day or month begins.'), format: 'date-time' },
    limit: knownTexts(
      ['rate', 'concurrency'],
      'On too_many_requests: rate if there were too many requests in a second, concurrency if too many are in flight.',
    ),
    reason: string('The cause, for programs, if one code has several causes.'),
  },
  'Every error of the service (RFC 9457).',
  [
    'errors',
    'required_usd',
    'balance_usd',
    'price_usd',
    'period',
    'cap_usd',
    'spent_usd',
    'resets_at',
    'limit',
    'reason',
  ],
);
