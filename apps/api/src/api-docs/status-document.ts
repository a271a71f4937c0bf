import type { OpenAPIObject } from '@nestjs/swagger';
import { periods } from '../core/usage/quality-figures';

const time = {
  type: ['string', 'null'],
  format: 'date-time',
  description: 'When the figures were computed; null: not yet.',
};
const calls = { type: 'integer', format: 'int64', description: 'Rounded to two significant digits.' };
const share = (of: string) => ({ type: ['number', 'null'], format: 'double', description: `${of}; null: no calls.` });
const milliseconds = (of: string) => ({
  type: ['integer', 'null'],
  format: 'int32',
  description: `${of} of the time to the answer, of answered calls; null: none was answered.`,
});
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (description: string, properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});

/** Components of {@link statusPath}. */
export const statusSchemas = {
  OperationQuality: object('How well calls went in a period.', {
    calls,
    answered: share('Share that got an answer, charged 403 and 404 included'),
    failed_upstream: share('Share that failed because the upstream did'),
    failed_in_loupe: share('Share that failed in Loupe'),
    median_ms: milliseconds('Median'),
    p95_ms: milliseconds('95th percentile'),
  }),
  QualityByPeriod: object(
    'By period; the days are those of UTC, today included.',
    Object.fromEntries(periods.map((period) => [period, reference('OperationQuality')])),
  ),
  DayQuality: object('A day of UTC on which somebody called.', {
    date: { type: 'string', format: 'date' },
    calls,
    answered: { type: 'number', format: 'double' },
  }),
  ServiceStatus: object('How well the service works, from its own log.', {
    time,
    service: reference('QualityByPeriod'),
    operations: {
      type: 'object',
      description: 'By the name of the operation.',
      additionalProperties: reference('QualityByPeriod'),
    },
    days: { type: 'array', description: 'Of the last 90, newest first.', items: reference('DayQuality') },
  }),
};

const quality = {
  ...{ calls: 1200, answered: 0.9983, failed_upstream: 0.0017, failed_in_loupe: 0 },
  ...{ median_ms: 180, p95_ms: 420 },
};
const byPeriod = Object.fromEntries(periods.map((period) => [period, quality]));
const example = {
  time: '2026-11-27T09:30:00.000Z',
  service: byPeriod,
  operations: { 'users.by_id': byPeriod },
  days: [{ date: '2026-11-27', calls: 1200, answered: 0.9983 }],
};

/** `/status` in the OpenAPI document. */
export const statusPath = {
  get: {
    operationId: 'status',
    summary: 'How well each operation works',
    description: 'Calls, answers, failures and times of each operation. Needs no key; HTML for `Accept: text/html`.',
    tags: ['system'],
    security: [],
    parameters: [],
    'x-price-units': 0,
    responses: {
      200: {
        description: 'The figures of the last minute.',
        headers: { 'x-request-id': { $ref: '#/components/headers/x-request-id' } },
        content: { 'application/json': { schema: reference('ServiceStatus'), example } },
      },
      405: { $ref: '#/components/responses/MethodNotAllowed405' },
      default: { $ref: '#/components/responses/AnyProblem' },
    },
  },
} as unknown as OpenAPIObject['paths'][string];
