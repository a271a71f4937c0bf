import { domainOf, type Operation, placeOf } from '@loupe/dto';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiQuery, ApiSecurity, ApiTags } from '@nestjs/swagger';

/** Declares an operation in OpenAPI. `createOpenapiDocument` adds its responses. */
export function DocumentOperation(operation: Operation): MethodDecorator {
  const exclusion = exclusionOf(operation);
  const security = operation.keyless ? [] : [ApiSecurity('apiKey'), ApiSecurity('bearer')];
  return applyDecorators(
    ApiTags(domainOf(operation)),
    ApiOperation({
      operationId: operation.name,
      summary: operation.summary,
      description: [operation.description, exclusion, priceOf(operation)].filter(Boolean).join('\n\n'),
      ...(operation.keyless ? { security: [] } : {}),
    }),
    ...security,
    ...parameterDocuments(operation),
    ...(operation.priceUnits > 0 ? optionDocuments : []),
  ) as MethodDecorator;
}

/** States how many of the exclusive parameters a request may carry. */
export function exclusionOf({ exclusive }: Operation): string | undefined {
  if (!exclusive) return undefined;
  const names = exclusive.parameters.map((name) => `\`${name}\``).join(' and ');
  return `Send ${exclusive.required ? 'exactly' : 'at most'} one of ${names}.`;
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
    description: 'Requests with the same key are charged once. Send a new one, such as a UUID, with each call.',
    schema: { type: 'string', minLength: 16, maxLength: 128 },
  }),
  ApiHeader({
    name: 'Cache-Control',
    description:
      'max-age=N: accepts a cached response of up to N seconds (3,600 at most). only-if-cached: nothing else.',
    schema: { type: 'string', maxLength: 200 },
  }),
  ApiHeader({
    name: 'x-max-cost-usd',
    description: 'The maximum cost. A request that would cost more is refused, free of charge.',
    schema: { type: 'string', maxLength: 16, pattern: '^\\d{1,9}(\\.\\d{1,6})?$' },
  }),
  ApiHeader({
    name: 'x-loupe-fault',
    description: 'Only for test keys: the failure to simulate, such as http_502. An unknown name returns all names.',
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
