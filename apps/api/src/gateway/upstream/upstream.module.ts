import { readFileSync } from 'node:fs';
import { type DocumentIds, foreignLanguageHeaders, type SessionHeaders, UpstreamClient } from '@loupe/upstream-client';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';

@Global()
@Module({
  providers: [
    {
      provide: UpstreamClient,
      inject: [ENV, LOGGER, Metrics],
      useFactory: (env: Env, logger: Logger, metrics: Metrics) => {
        if (!env.UPSTREAM_SESSIONS_FILE)
          logger.warn('UPSTREAM_SESSIONS_FILE is not set: requests to the upstream carry no session');
        const sessions = readSessions(env.UPSTREAM_SESSIONS_FILE);
        for (const [index, headers] of sessions.entries()) warnOfForeignLanguage(headers, index + 1, logger);
        const client = new UpstreamClient({
          baseUrl: env.UPSTREAM_BASE_URL!,
          sessions,
          documentIds: readDocumentIds(env.UPSTREAM_DOC_IDS_FILE),
        });
        metrics.gauge('loupe_upstream_sessions_healthy', 'Upstream sessions that are not resting', () =>
          client.sessions.healthy(),
        );
        metrics.gauge('loupe_upstream_circuit_open', '1 while the upstream is left alone', () =>
          Number(client.circuit.state === 'open'),
        );
        return client;
      },
    },
  ],
  exports: [UpstreamClient],
})
export class UpstreamModule implements OnApplicationShutdown {
  constructor(@Inject(UpstreamClient) private readonly client: UpstreamClient) {}

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }
}

/** An array of header objects, one a session. */
function readSessions(file: string | undefined): SessionHeaders[] {
  if (!file) return [];
  const sessions = readJsonFile('UPSTREAM_SESSIONS_FILE', file);
  if (Array.isArray(sessions) && sessions.every(isStringRecord)) return sessions;
  throw new Error('UPSTREAM_SESSIONS_FILE must hold an array of objects: header name to header value');
}

function warnOfForeignLanguage(headers: SessionHeaders, position: number, logger: Logger): void {
  for (const name of foreignLanguageHeaders(headers))
    logger.warn(
      `Session ${position} of UPSTREAM_SESSIONS_FILE asks for another language than English in its ${name} header. ` +
        'Private and missing accounts are recognised by English texts: say en-US there, or leave the header out.',
    );
}

function readDocumentIds(file: string | undefined): Partial<DocumentIds> {
  if (!file) return {};
  const ids = readJsonFile('UPSTREAM_DOC_IDS_FILE', file);
  if (isStringRecord(ids)) return ids;
  throw new Error('UPSTREAM_DOC_IDS_FILE must hold an object: query name to document id');
}

/** A JSON file that an environment variable names. @throws with a sentence that names the variable, not with the file's content. */
function readJsonFile(variable: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new Error(`${variable}: the file ${path} ${reason}`);
  }
}

function isStringRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string')
  );
}
