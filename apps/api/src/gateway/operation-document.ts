import { domainOf, envelopeOf, type Operation, placeOf, problemRegistry, problemStatusesOf } from '@loupe/dto';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';

/** Everything that OpenAPI says of an operation, from its declaration. */
export function DocumentOperation(operation: Operation): MethodDecorator {
  const security = operation.keyless ? [] : [ApiSecurity('apiKey')];
  return applyDecorators(
    ApiTags(domainOf(operation)),
    ApiOperation({
      operationId: operation.name,
      summary: operation.summary,
      description: [operation.description, priceOf(operation)].filter(Boolean).join('\n\n'),
      ...(operation.keyless ? { security: [] } : {}),
    }),
    ...security,
    ...parameterDocuments(operation),
    ...responseDocuments(operation),
  ) as MethodDecorator;
}

function priceOf({ priceUnits, keyless }: Operation): string {
  if (keyless) return 'Needs no key.';
  if (priceUnits === 0) return 'Free.';
  return `Costs ${priceUnits === 1 ? 'one request' : `${priceUnits} requests`}.`;
}

function parameterDocuments(operation: Operation): MethodDecorator[] {
  return Object.entries(operation.parameters).map(([name, { schema, description, example, required, deprecated }]) => {
    const shared = { name, description, schema: schema as never, ...(example === undefined ? {} : { example }) };
    if (placeOf(operation, name) === 'path') return ApiParam(shared);
    return ApiQuery({ ...shared, required, ...(deprecated ? { deprecated } : {}) });
  });
}

function responseDocuments(operation: Operation): MethodDecorator[] {
  const { answer } = operation;
  const schema =
    answer.kind === 'list'
      ? envelopeOf(answer.of, answer.singlePage === true)
      : { $ref: `#/components/schemas/${answer.of}` };
  const ok = ApiResponse({
    status: 200,
    description: answer.kind === 'list' ? 'One page of the list.' : 'The object.',
    headers: headersOf(operation, 200),
    content: { 'application/json': { schema: schema as never } },
  });
  return [ok, ...problemDocuments(operation)];
}

function problemDocuments(operation: Operation): MethodDecorator[] {
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const declared = [...problemStatusesOf(operation)].map(([status, codes]) =>
    ApiResponse({
      status,
      description: codes.map((code) => `\`${code}\`: ${problemRegistry[code].explanation}`).join('\n\n'),
      headers: headersOf(operation, status),
      content: problem,
    }),
  );
  const accident = 'Any other problem: a malformed request, or a fault of ours.';
  return [
    ...declared,
    ApiResponse({ status: 'default', description: accident, headers: header('x-request-id'), content: problem }),
  ];
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } as never });

function headersOf({ keyless }: Operation, status: number): Record<string, never> {
  return {
    ...header('x-request-id'),
    ...(keyless ? {} : { ...header('x-cost-usd'), ...header('x-balance-usd') }),
    ...(keyless || status === 401 || status === 405 ? {} : { ...header('RateLimit-Policy'), ...header('RateLimit') }),
    ...(status === 429 || status === 503 ? header('Retry-After') : {}),
  };
}
