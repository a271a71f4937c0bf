import http from 'node:http';
import https from 'node:https';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { answerClientError } from './client-errors';
import type { LoupeResponse } from './messages';
import { messageClasses } from './messages';
import { Reply, sendReply } from './reply';

/** Nest's Express adapter on a server with our message classes, which sends what endpoints return as the bytes it is. */
export class LoupeExpressAdapter extends ExpressAdapter {
  override initHttpServer(options: NestApplicationOptions): void {
    const app = this.getInstance<Express>();
    const settings = {
      ...options.httpsOptions,
      ...messageClasses(app),
      // A request's headers must be here within 15 seconds, all of it within 30: bodies are small and rare.
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
    };
    this.httpServer = options.httpsOptions ? https.createServer(settings, app) : http.createServer(settings, app);
    this.httpServer.on('clientError', answerClientError);
    if (options.forceCloseConnections) this.closeConnectionsOnClose();
  }

  override reply(response: LoupeResponse, body: unknown, statusCode?: number): unknown {
    if (body instanceof Reply) return sendReply(response, body);
    return super.reply(response, body, statusCode);
  }

  /** The base class keeps its own tracking private; Node can close what is open by itself. */
  private closeConnectionsOnClose(): void {
    const { httpServer } = this;
    const close = httpServer.close.bind(httpServer);
    httpServer.close = (done?: (error?: Error) => void) => {
      httpServer.closeAllConnections();
      return close(done);
    };
  }
}
