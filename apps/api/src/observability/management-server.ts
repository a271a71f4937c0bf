import { createServer, type Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../config/env';
import { Metrics } from './metrics';

/** Metrics and probes on a port of their own, local unless configured otherwise: they are the operator's alone. */
@Injectable()
export class ManagementServer {
  private server: Server | undefined;
  private draining = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
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
        const ready = !this.draining && (await this.databaseAnswers());
        return { status: ready ? 200 : 503, type: 'text/plain', body: ready ? 'ready\n' : 'not ready\n' };
      }
      default:
        return { status: 404, type: 'text/plain', body: 'There is /metrics, /livez and /readyz here.\n' };
    }
  }

  private databaseAnswers(): Promise<boolean> {
    return this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}
