import { createServer, type Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../config/env';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

/** Metrics and probes on a port of their own, local unless configured otherwise: they are the operator's alone. */
@Injectable()
export class ManagementServer {
  private server: Server | undefined;
  private draining = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
  ) {}

  listen(): Promise<void> {
    const server = createServer((request, response) => {
      void this.answer(request.url ?? '/').then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      });
    });
    this.server = server;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.env.MANAGEMENT_PORT, this.env.MANAGEMENT_HOST, resolve);
    });
  }

  /** From now on `/readyz` says no, so that a load balancer looks elsewhere. */
  drain(): void {
    this.draining = true;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.server) return resolve();
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async answer(url: string): Promise<{ status: number; type: string; body: string }> {
    const { registry } = this.metrics;
    switch (url.split('?', 1)[0]) {
      case '/metrics':
        return { status: 200, type: registry.contentType, body: await registry.metrics() };
      case '/livez':
        return { status: 200, type: 'text/plain', body: 'ok\n' };
      case '/readyz': {
        const faults = this.draining ? ['draining'] : await this.readiness.faults();
        const body = faults.length === 0 ? 'ready\n' : `not ready: ${faults.join(', ')}\n`;
        return { status: faults.length === 0 ? 200 : 503, type: 'text/plain', body };
      }
      default:
        return { status: 404, type: 'text/plain', body: 'There is /metrics, /livez and /readyz here.\n' };
    }
  }
}
