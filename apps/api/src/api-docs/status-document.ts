import type { OpenAPIObject } from '@nestjs/swagger';

const number = (description: string) => ({ type: ['number', 'null'], format: 'double', description });
const calls = {
  type: ['integer', 'null'],
  format: 'int64',
  description: 'At most ten calls of each account, rounded to two significant digits.',
};
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: 'object', properties, additionalProperties: false });
const [quality, byPeriod] = [reference('OperationQuality'), reference('QualityByPeriod')];

export const statusSchemas = {
  OperationQuality: object({
    calls,
    answered: number(
      'Share of answered calls, including charged 403 and 404. All figures are null below ten calls or three accounts.',
    ),
    failed_upstream: number('Share of calls that failed because the upstream failed.'),
    failed_in_loupe: number('Share of calls that failed in Loupe.'),
    median_ms: number('Median response time of answered calls.'),
    p95_ms: number('95th percentile of the response time of answered calls.'),
  }),
  QualityByPeriod: object({ last_hour: quality, last_24_hours: quality, last_30_days: quality }),
  DayQuality: object({ date: { type: 'string', format: 'date' }, calls, answered: number('Share of answered calls.') }),
  ServiceStatus: object({
    time: { type: ['string', 'null'], format: 'date-time', description: 'When the figures were computed.' },
    service: byPeriod,
    operations: { type: 'object', description: 'Figures by operation name.', additionalProperties: byPeriod },
    days: { type: 'array', description: 'The days with enough calls, of the last 90.', items: reference('DayQuality') },
  }),
};

const shares = { calls: 1200, answered: 0.9983, failed_upstream: 0.0017, failed_in_loupe: 0 };
const service = { last_hour: { ...shares, median_ms: 180, p95_ms: 420 } };
const example = { time: '2026-11-27T09:30:00.000Z', service, operations: { 'users.by_id': service }, days: [] };

export const statusPath = {
  get: {
    operationId: 'status',
    summary: 'How well each operation works',
    description: 'Calls, failures and response times of each operation. Needs no key; HTML for `Accept: text/html`.',
    tags: ['system'],
    security: [],
    parameters: [],
    'x-price-units': 0,
    responses: {
      200: {
        description: 'The latest figures, which are computed once a minute.',
        headers: { 'x-request-id': { $ref: '#/components/headers/x-request-id' } },
        content: { 'application/json': { schema: reference('ServiceStatus'), example } },
      },
      405: { $ref: '#/components/responses/MethodNotAllowed405' },
      default: { $ref: '#/components/responses/AnyProblem' },
    },
  },
} as unknown as OpenAPIObject['paths'][string];
