import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ConsoleModule } from '../console/console.module';
import { version } from '../platform/version';

/** The OpenAPI document of the dashboard's API. The application need not be started. */
export function dashboardDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Loupe dashboard API')
    .setDescription('The JSON API behind the dashboard’s pages, for signed-in account owners and support staff.')
    .setVersion(version)
    .addServer('/')
    .addCookieAuth('loupe_session', { type: 'apiKey', in: 'cookie', name: 'loupe_session' }, 'session')
    .build();
  const document = SwaggerModule.createDocument(app, description, {
    include: [ConsoleModule],
    deepScanRoutes: true,
    operationIdFactory: operationId,
  });
  for (const [path, operations] of Object.entries(document.paths)) completeByPath(path, operations);
  return document;
}

/** Nest numbers the methods of a controller with two paths: `list[0]` for owners, `list[1]` for support. */
function operationId(controller: string, method: string): string {
  const [name, mount] = method.split(/[[\]]/);
  return `${mount === '1' ? 'Supported' : ''}${controller.replace(/Controller$/, '')}.${name}`;
}

type Operations = OpenAPIObject['paths'][string];

const uuids = new Set(['request_id', 'entry_id']);

/** Adds the path parameters: a controller with two paths declares none. Ids are strings of digits, or UUIDs. */
function completeByPath(path: string, operations: Operations): void {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const, ...(uuids.has(name!) ? { format: 'uuid' } : { pattern: '^[0-9]{1,15}$' }) },
  }));
  const isOfSupport = path.startsWith('/dashboard/api/support/');
  for (const operation of [operations.get, operations.put, operations.post, operations.patch, operations.delete]) {
    if (!operation) continue;
    // A controller with two paths has the owners' tag.
    if (isOfSupport) operation.tags = ['Support'];
    const others = (operation.parameters ?? []).filter((parameter) => !('in' in parameter && parameter.in === 'path'));
    operation.parameters = [...parameters, ...others];
  }
}
