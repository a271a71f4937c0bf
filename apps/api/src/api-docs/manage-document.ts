import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ManageModule } from '../manage/manage.module';
import { version } from '../platform/version';

const description = `For programs that manage the API keys and monitors of an account with a management token, which an owner creates in the dashboard.
All requests are free. A token may send ten requests per second, and all tokens of an account forty; \`RateLimit\` and \`RateLimit-Policy\` say what is left.
Requests that create or rotate a key, or create or run a monitor, need an \`Idempotency-Key\`: for ten minutes, a repeat gets the first response, the key included.`;

/** The OpenAPI document of `/manage`. The application need not be started. */
export function manageDocument(app: INestApplication, baseUrl: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Loupe management API')
    .setDescription(description)
    .setVersion(version)
    .addServer(baseUrl, 'This installation')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A management token.' }, 'token')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The same token, as a bearer token.' }, 'bearer')
    .build();
  const operationIdFactory = (controller: string, method: string) =>
    `${/(Keys|Monitors)/.exec(controller)?.[0].toLowerCase() ?? 'account'}.${method}`;
  return SwaggerModule.createDocument(app, config, {
    include: [ManageModule],
    deepScanRoutes: true,
    operationIdFactory,
  });
}
