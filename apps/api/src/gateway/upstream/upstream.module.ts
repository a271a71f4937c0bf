import { type SessionChange, UpstreamClient } from '@loupe/upstream-client';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { OperatorWebhook } from '../../platform/observability/operator-webhook';
import { readDocumentIds } from './document-ids';
import { SessionsFile } from './sessions-file';
import { registerUpstreamMetrics } from './upstream-metrics';

const SESSIONS_FILE = Symbol('SESSIONS_FILE');

@Global()
@Module({
  providers: [
    {
      provide: SESSIONS_FILE,
      inject: [ENV, LOGGER],
      useFactory: ({ UPSTREAM_SESSIONS_FILE: path }: Env, logger: Logger) => {
        if (path) return new SessionsFile(path, logger);
        logger.warn('UPSTREAM_SESSIONS_FILE is not set: requests to the upstream carry no session');
        return undefined;
      },
    },
    {
      provide: UpstreamClient,
      inject: [ENV, LOGGER, Metrics, OperatorWebhook, { token: SESSIONS_FILE, optional: true }],
      useFactory: (env: Env, logger: Logger, metrics: Metrics, webhook: OperatorWebhook, file?: SessionsFile) => {
        const client = new UpstreamClient({
          baseUrl: env.UPSTREAM_BASE_URL!,
          sessions: file?.read(),
          onSessionChange: (change) => reportSessionChange(change, logger, webhook),
          onBreakerChange: (family, isOpen) =>
            isOpen
              ? logger.error({ family }, 'the upstream keeps failing: most requests of this family get 503')
              : logger.info({ family }, 'the upstream serves this family again'),
          onSuspectCharge: (request_id) =>
            logger.error({ request_id }, 'a request was charged for an answer that may belong to another request'),
          now: () => clock.nowMs(),
          documentIds: readDocumentIds(env.UPSTREAM_DOC_IDS_FILE),
          connections: env.UPSTREAM_CONNECTIONS,
          // A silent proxy must be detected early enough to retry with another session before the deadline.
          connectTimeoutMs: Math.min(10_000, Math.round((env.UPSTREAM_TIMEOUT_MS * 2) / 3)),
        });
        registerUpstreamMetrics(metrics, client);
        if (!file) return client;
        metrics.gauge('loupe_upstream_sessions_file_in_use', '0 while the sessions file cannot be used, else 1', () =>
          Number(file.isInUse),
        );
        file.watch(client);
        return client;
      },
    },
  ],
  exports: [UpstreamClient],
})
export class UpstreamModule implements OnApplicationShutdown {
  constructor(
    @Inject(UpstreamClient) private readonly client: UpstreamClient,
    @Inject(SESSIONS_FILE) private readonly file: SessionsFile | undefined,
  ) {}

  onApplicationShutdown(): void {
    this.file?.close();
    this.client.close();
  }
}

/** Names a session by its position in the file, never by its headers. */
export function reportSessionChange(
  change: SessionChange,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  webhook: Pick<OperatorWebhook, 'tell'>,
): void {
  const { session, sessions, state, reason, cooldownSeconds } = change;
  const fields = { session, sessions, state, reason, rest_seconds: cooldownSeconds };
  if (state === 'ready') logger.info(fields, 'the upstream accepts this session again');
  else if (state === 'resting') logger.warn(fields, 'the upstream has refused this session: it cools down');
  else {
    logger.error(fields, 'the upstream keeps refusing this session: renew it in UPSTREAM_SESSIONS_FILE');
    const text = `The upstream keeps refusing session ${session} of ${sessions} (${reason}): renew it in UPSTREAM_SESSIONS_FILE.`;
    void webhook.tell('upstream_session_dead', text, { session, sessions, reason });
  }
}
