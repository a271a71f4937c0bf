import {
  domainDescriptions,
  monitorEvents,
  monitorEventsExample,
  monitorsDescription,
  type Operation,
  paginationOf,
  schemas,
  servedOperations,
} from '@loupe/dto';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { version } from '../platform/version';
import { apiDescription } from './api-description';
import type { OperationExamples } from './operation-examples';
import { responsesOf, sharedResponses } from './operation-responses';
import { statusPath, statusSchemas } from './status-document';

export interface DocumentFacts {
  /** The address of the installation, as in the documentation: never that of a request's Host header, which callers choose. */
  baseUrl: string;
  examples: OperationExamples;
  pricePerRequestMicros: bigint;
  contact?: string | undefined;
  publicStatus: boolean;
}

// The builder does not know OpenAPI 3.1's licence identifiers.
const license = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' };

export function createOpenapiDocument(app: INestApplication, facts: DocumentFacts): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Loupe')
    .setVersion(version)
    .setDescription(apiDescription(facts.pricePerRequestMicros))
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A key from the dashboard.' }, 'apiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The same key, as a bearer token.' }, 'bearer')
    .addServer(facts.baseUrl, 'This installation')
    .build();
  const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
  document.info.license = license;
  if (facts.contact) document.info.contact = contactOf(facts.contact);
  document.paths = dataApiPaths(document.paths, facts.examples);
  document.components = { ...document.components, schemas, headers, responses: sharedResponses() };
  if (facts.publicStatus) {
    document.paths['/status'] = statusPath;
    document.components.schemas = { ...schemas, ...statusSchemas } as typeof schemas;
  }
  document.tags = Object.entries({ ...domainDescriptions, monitors: monitorsDescription })
    .map(([name, description]) => ({ name, description }))
    .sort((left, right) => left.name.localeCompare(right.name));
  return document;
}

function contactOf(contact: string) {
  return contact.includes('://') ? { url: contact } : { email: contact };
}

function dataApiPaths(served: OpenAPIObject['paths'], examples: OperationExamples): OpenAPIObject['paths'] {
  const paths = servedOperations.map((operation) => {
    const get = served[operation.path]!.get!;
    const parameters = get.parameters!.map((one) =>
      'name' in one && one.in !== 'header' ? { ...one, ...exampleOf(operation, one.name) } : one,
    );
    const responses = responsesOf(
      operation,
      operation === monitorEvents ? monitorEventsExample : examples[operation.name],
    );
    const extensions = { 'x-price-units': operation.priceUnits, 'x-pagination': paginationOf(operation) };
    return [operation.path, { get: { ...get, parameters, responses, ...extensions } }];
  });
  return Object.fromEntries(paths);
}

/** Of exclusive parameters, only the first has an example, because tools that read the document send every example. */
function exampleOf({ parameters, exclusive }: Operation, name: string): { example?: string | number } {
  const { example, schema } = parameters[name]!;
  if (example === undefined || (exclusive?.parameters.indexOf(name) ?? 0) > 0) return {};
  return { example: schema.type === 'number' ? Number(example) : example };
}

const header = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

const headers = {
  'x-request-id': header('UUIDv7, unique to this request.', '019a3c5e-7c1e-7d3a-9f2b-6c5d4e3f2a1b'),
  'x-cost-usd': header('The cost of this response; 0 if it is free.', '0.000600'),
  'x-balance-usd': header('The balance after this response. Missing without a valid key.', '9.994600'),
  'RateLimit-Policy': header('The rate of the key: q requests in w seconds.', '"key";q=10;w=1'),
  RateLimit: header('Requests left (r), and seconds until another request is allowed (t).', '"key";r=7;t=1'),
  'Cache-Control': header('Caches must not store a response.', 'private, no-store'),
  'x-loupe-mode': header('test: the key is a test key, and the simulator has responded. Missing otherwise.', 'test'),
  'WWW-Authenticate': header('A key is required.', 'ApiKey realm="loupe"'),
  'x-list-end': {
    description:
      'Why the list ends with this page. Missing while has_more is true. no-cursor: the upstream sent no cursor for a next page. repeated-cursor: it sent a cursor that it had sent before. single-page: this list has only one page.',
    schema: { type: 'string', enum: ['no-cursor', 'repeated-cursor', 'single-page'] },
    example: 'no-cursor',
  },
  'x-media-expires-at': {
    description: 'When the first signed media URL in this response expires. Missing if the response has no such URL.',
    schema: { type: 'string', format: 'date-time' },
    example: '2026-11-20T18:00:00.000Z',
  },
  'x-fields-unmatched': header(
    'The paths of `fields` that matched nothing, percent-encoded, separated by commas, at most 1 KB. Missing if all matched, or a list is empty.',
    'usrname,caption.txt',
  ),
  'Idempotency-Replayed': header('true: a repeat of a charged request with this Idempotency-Key; free.', 'true'),
  'x-original-request-id': header(
    'For a repeat or a cached response: the id of the request that was charged.',
    '019a3c5e-7c1e-7d3a-9f2b-6c5d4e3f2a1b',
  ),
  Age: header('The age of a cached response in seconds.', '37'),
  'Cache-Status': header(
    'hit: the response comes from the cache and stays valid for ttl more seconds. collapsed: the response is shared with an identical request that was already running.',
    'loupe; hit; ttl=263',
  ),
  Allow: header('The only method of this path.', 'GET'),
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 1,
  },
};
