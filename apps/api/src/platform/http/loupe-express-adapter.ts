import type { Server } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { Connections } from './connections';
import { createHttpServer } from './http-server';
import { KnownMethods } from './method-gate';
import { compressStream, Reply, sendReply } from './reply';

/** Length of the kernel's accept queue, limited by `net.core.somaxconn`. */
const backlog = 4_096;

/** Nest's Express adapter. Sends a `Reply` without serializing it again, and compresses a large one. */
export class LoupeExpressAdapter extends ExpressAdapter {
  readonly connections = new Connections();
  private readonly knownMethods = new KnownMethods();

  /** Answers people at a path without a route, and calls `next` for programs. Set before the application starts. */
  notFoundPage: RequestHandler | undefined;

  constructor(private readonly publicUrl = '') {
    const app = express();
    // Must be set before the base class creates the router, which reads the setting once.
    app.enable('case sensitive routing');
    super(app);
    for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete'] as const) this.noteRoutesOf(method);
  }

  override initHttpServer(): void {
    this.httpServer = createHttpServer(this.getInstance<Express>(), this.connections, this.publicUrl);
  }

  /** Supports only the signatures that Nest uses. Node's default backlog of 511 is too small for a burst. */
  override listen(port: string | number, ...rest: unknown[]): Server {
    const [host, done] = (rest.length > 1 ? rest : [undefined, rest[0]]) as [string | undefined, () => void];
    return this.httpServer.listen({ port: Number(port), host, backlog }, done);
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof Reply) return sendReply(response, body);
    if (body instanceof StreamableFile) return super.reply(response, compressedFile(response, body), statusCode);
    if (typeof body === 'object' && body !== null)
      return sendReply(response, Reply.json(body, statusCode ?? response.statusCode));
    return super.reply(response, body, statusCode);
  }

  private noteRoutesOf(method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete'): void {
    const register = this[method].bind(this) as (...route: unknown[]) => unknown;
    const noted = (path: string, ...handlers: unknown[]) => {
      this.knownMethods.note(method.toUpperCase(), path);
      return register(path, ...handlers);
    };
    Object.assign(this, { [method]: noted });
  }

  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): unknown {
    this.knownMethods.refuseOthers(this.getInstance<Express>());
    if (this.notFoundPage) this.use(this.notFoundPage);
    return super.setNotFoundHandler(...handler);
  }
}

function compressedFile(response: Response, file: StreamableFile): StreamableFile {
  response.vary('Accept-Encoding');
  if (!response.req.acceptsEncodings('gzip')) return file;
  response.setHeader('content-encoding', 'gzip');
  return new StreamableFile(compressStream(file.getStream()), file.getHeaders() as object);
}
