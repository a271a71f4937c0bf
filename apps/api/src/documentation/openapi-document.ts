import { allOperations, domainOf, schemas } from '@loupe/dto';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

const description = [
  'Read-only JSON over HTTP to the public data of a large photo and video platform. Every endpoint answers GET.',
  'Send your key in the `x-api-key` header. A request costs a fixed number of units of the price per request; the balance is prepaid. Refused and failed requests cost nothing.',
  'What the upstream sends is passed through: new fields can appear at any time, and consumers must tolerate them. All ids are strings.',
].join('\n\n');

/** The OpenAPI 3.1.0 document of the data API, made from the routes that are really served. */
export function createOpenapiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Loupe')
    .setVersion('0.1.0')
    .setDescription(description)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'apiKey')
    .addServer('/', 'This installation')
    .build();
  const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
  document.paths = dataApiPaths(document.paths);
  document.components = { ...document.components, schemas: schemas as never, headers: headers as never };
  document.tags = [...new Set(allOperations.map(domainOf))].map((name) => ({ name }));
  return document;
}

/** Only what the operation table declares: the dashboard's API has a document of its own. */
function dataApiPaths(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  return Object.fromEntries(allOperations.map(({ path }) => [path, paths[path]!]));
}

const header = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

const headers = {
  'x-request-id': header('UUIDv7, unique to this request.', '0190a6e0-7c1e-7d3a-9f2b-6c5d4e3f2a1b'),
  'x-cost-usd': header('What this answer cost; 0 when it was free.', '0.000600'),
  'x-balance-usd': header('Balance after it.', '9.994600'),
  'RateLimit-Policy': header('The rate of the key: q requests in w seconds.', '"key";q=10;w=1'),
  RateLimit: header('Requests left (r), and seconds until one more is (t).', '"key";r=7;t=1'),
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
};
