import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { ENV, type Env } from '../config/env';
import { LOGGER } from './logger';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

const openMetricsType = 'application/openmetrics-text';

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Metrics and probes for the operator, on their own port, which is local by default. */
@Injectable()
export class ManagementServer {
  private server: Server | undefined;
  isDraining = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  listen(): Promise<void> {
    const server = createServer((request, response) => void this.respond(request, response));
    this.server = server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.env.MANAGEMENT_PORT, this.env.MANAGEMENT_HOST, () => {
        server.off('error', reject);
        outliveAcceptErrors(server, this.logger);
        resolve();
      });
    });
  }

  drain(): void {
    this.isDraining = true;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.server) return resolve();
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async respond({ url = '/', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const takesOpenMetrics = headers.accept?.includes(openMetricsType) ?? false;
    const { status, type, body } = await this.answer(url, takesOpenMetrics).catch((error) => {
      this.logger.error({ err: error }, 'failed to respond on the management port');
      return { status: 500, type: 'text/plain', body: 'failed; the log says why\n' };
    });
    response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body);
  }

  private async answer(url: string, takesOpenMetrics: boolean): Promise<Answer> {
    const { registry } = this.metrics;
    switch (url.split('?', 1)[0]) {
      case '/metrics':
        if (!takesOpenMetrics) return { status: 200, type: registry.contentType, body: await registry.metrics() };
        return { status: 200, type: Registry.OPENMETRICS_CONTENT_TYPE, body: await this.metrics.openMetrics() };
      case '/livez':
        return { status: 200, type: 'text/plain', body: 'ok\n' };
      case '/readyz': {
        const failures = this.isDraining ? ['draining'] : await this.readiness.failures();
        const body = failures.length === 0 ? 'ready\n' : `not ready: ${failures.join(', ')}\n`;
        return { status: failures.length === 0 ? 200 : 503, type: 'text/plain', body };
      }
      default:
        return { status: 404, type: 'text/plain', body: 'There is /metrics, /livez and /readyz here.\n' };
    }
  }
}

/** Keeps a server alive after accept errors, such as too many open files. */
export function outliveAcceptErrors(server: Server, logger: Pick<Logger, 'error'>): void {
  server.on('error', (error) => logger.error({ err: error }, 'failed to accept a connection'));
}
