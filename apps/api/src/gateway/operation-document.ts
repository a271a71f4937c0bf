import { domainOf, type Operation, placeOf } from '@loupe/dto';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiSecurity, ApiTags } from '@nestjs/swagger';

/** Declares an operation in OpenAPI. Its responses are added with the document. */
export function DocumentOperation(operation: Operation): MethodDecorator {
  const exclusion = exclusionOf(operation);
  const security = operation.keyless ? [] : [ApiSecurity('apiKey')];
  return applyDecorators(
    ApiTags(domainOf(operation)),
    ApiOperation({
      operationId: operation.name,
      summary: operation.summary,
      description: [operation.description, exclusion && `${exclusion} is passed.`, priceOf(operation)]
        .filter(Boolean)
        .join('\n\n'),
      ...(operation.keyless ? { security: [] } : {}),
    }),
    ...security,
    ...parameterDocuments(operation),
    ...(operation.priceUnits > 0 ? optionDocuments : []),
  ) as MethodDecorator;
}

/** "Exactly one of …" or "At most one of …" the exclusive parameters. */
export function exclusionOf({ exclusive }: Operation): string | undefined {
  if (!exclusive) return undefined;
  const names = exclusive.parameters.map((name) => `\`${name}\``).join(' and ');
  return `${exclusive.required ? 'Exactly' : 'At most'} one of ${names}`;
}

export function priceInUnits({ priceUnits }: Operation): string {
  return priceUnits === 0 ? 'free' : `${priceUnits} unit${priceUnits === 1 ? '' : 's'}`;
}

function priceOf(operation: Operation): string {
  if (operation.keyless) return 'Needs no key.';
  return operation.priceUnits === 0 ? 'Free.' : `Costs ${priceInUnits(operation)}.`;
}

const optionDocuments = [
  ApiHeader({
    name: 'Idempotency-Key',
    description:
      'Requests that carry the same key are charged once: send a new one, such as a UUID, with each request that you may have to repeat.',
    schema: { type: 'string', minLength: 16, maxLength: 128 },
  }),
  ApiHeader({
    name: 'Cache-Control',
    description:
      'max-age=N: an answer that this account was given up to N seconds ago (3,600 at most) is accepted. only-if-cached: a fresh answer is not.',
    schema: { type: 'string', maxLength: 200 },
  }),
  ApiHeader({
    name: 'x-max-cost-usd',
    description: 'The most that the request may cost. A request that would cost more is refused at no charge.',
    schema: { type: 'string', maxLength: 16, pattern: '^\\d{1,9}(\\.\\d{1,6})?$' },
  }),
  ApiHeader({
    name: 'x-loupe-fault',
    description:
      'For test keys alone: the upstream fault to simulate, such as timeout, http_502 or rate_429. An unknown name is answered with the list of all.',
    schema: { type: 'string', maxLength: 40, pattern: '^[a-z0-9_]+$' },
  }),
];

function parameterDocuments(operation: Operation): MethodDecorator[] {
  return Object.entries(operation.parameters).map(([name, { schema, description, required, deprecated }]) => {
    const shared = { name, description, schema: schema as never };
    if (placeOf(operation, name) === 'path') return ApiParam(shared);
    return ApiQuery({ ...shared, required, ...(deprecated ? { deprecated } : {}) });
  });
}
