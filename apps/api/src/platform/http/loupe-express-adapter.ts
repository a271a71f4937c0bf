import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type NestApplicationOptions, StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler } from 'express';
import { compressStream, encodingFor } from './compression';
import { Connections } from './connections';
import { declaredOperationOf } from './declared-routes';
import { DirectRoutes, type RouteHandler } from './direct-routes';
import { forgetExpectation, keepAliveMs, type LoupeRequest, type LoupeResponse, messageClasses } from './messages';
import { overloaded, Problem } from './problem';
import { Reply, sendReply } from './reply';
import { RoutesBySegment } from './routes-by-segment';
import { answerClientError, premadeProblem, refuseTunnel, sendProblem } from './send-problem';
import { SlowLane } from './slow-lane';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** A path and its handlers; the base class overloads these methods with more than Nest ever calls. */
type Route = never[];

/** Connections that the kernel keeps until they are accepted; it allows no more than `net.core.somaxconn`. */
const backlog = 4_096;

/** Nest's Express adapter, on a server with our message classes. It sends an endpoint's bytes unchanged; JSON is compressed where it pays. */
export class LoupeExpressAdapter extends ExpressAdapter {
  readonly connections = new Connections();
  /** What refuses requests that there is no room for. Without it, none is refused. */
  shedder: { refuses(request: IncomingMessage): boolean } | undefined;
  private readonly routes = new RoutesBySegment();
  private readonly dataRoutes = new DirectRoutes();

  /** @param publicUrl the address that callers see, without a slash at its end, where it is known. */
  constructor(private readonly publicUrl = '') {
    const app = express();
    // Set before the base class makes the router, which reads it once.
    app.enable('case sensitive routing');
    super(app);
  }

  override initHttpServer(options: NestApplicationOptions): void {
    const app = this.getInstance<Express>();
    const settings = {
      ...options.httpsOptions,
      ...messageClasses(app, this.publicUrl),
      // A request's headers must be here within 15 seconds, all of it within 30: bodies are small and rare.
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      keepAliveTimeout: keepAliveMs,
      // Node would answer a request without it with an empty body.
      requireHostHeader: false,
    };
    const headers = { 'x-cost-usd': '0', 'cache-control': 'private, no-store' };
    const refused = new SlowLane<LoupeResponse>(premadeProblem(overloaded, this.publicUrl, headers));
    const serve = (request: IncomingMessage, response: ServerResponse) => {
      if (!this.connections.admit(response as LoupeResponse)) return;
      if (this.shedder?.refuses(request)) refused.add(response as LoupeResponse);
      else if (isHostMissing(request)) sendProblem(response as LoupeResponse, hostMissing);
      else if (!this.dataRoutes.serve(request as LoupeRequest, response as LoupeResponse)) app(request, response);
    };
    this.httpServer = options.httpsOptions ? https.createServer(settings, serve) : http.createServer(settings, serve);
    // For a connection on which nothing moves, because its caller does not read. No upstream request takes longer.
    this.httpServer.timeout = 125_000;
    this.httpServer.on('clientError', (error, socket) => answerClientError(error, socket, this.publicUrl));
    this.httpServer.on('connect', (request, socket) => refuseTunnel(request, socket, this.publicUrl));
    // An expectation that is not understood may be ignored; Node would answer it with an empty body.
    this.httpServer.on('checkExpectation', serve);
    // Node would write "100 Continue" behind the head of an answer that waits for its turn: inside its body. Nobody needs it. A GET has
    // no body, and whoever has one sends it after a moment without.
    this.httpServer.on('checkContinue', (request, response) => serve(request, forgetExpectation(response)));
    this.keepSendingConnections();
    if (options.forceCloseConnections) this.closeConnectionsOnClose();
  }

  /** Nest's calls alone: with a port, an address and what to do then. Node's backlog of 511 is less than a burst. */
  override listen(port: string | number, ...rest: unknown[]): Server {
    const [host, done] = (rest.length > 1 ? rest : [undefined, rest[0]]) as [string | undefined, () => void];
    return this.httpServer.listen({ port: Number(port), host, backlog }, done);
  }

  override reply(response: LoupeResponse, body: unknown, statusCode?: number): unknown {
    if (body instanceof Reply) return sendReply(response, body);
    if (isPlain(body)) return sendReply(response, Reply.json(body, statusCode ?? response.statusCode));
    if (body instanceof StreamableFile) return super.reply(response, compressedFile(response, body), statusCode);
    // These answers have no validators, but Express would take `If-None-Match: *` for one and send an empty 304.
    Object.defineProperty(response.req, 'fresh', { value: false });
    return super.reply(response, body, statusCode);
  }

  /** From now on every answer says that it is the last on its connection: a pool of the caller's sends no other into it. */
  announceClose(): void {
    (this.getInstance<Express>().response as unknown as LoupeResponse).isLast = true;
  }

  override get(...route: Route): unknown {
    return this.add('get', route);
  }

  override post(...route: Route): unknown {
    return this.add('post', route);
  }

  override put(...route: Route): unknown {
    return this.add('put', route);
  }

  override patch(...route: Route): unknown {
    return this.add('patch', route);
  }

  override delete(...route: Route): unknown {
    return this.add('delete', route);
  }

  /** The first route puts all of them behind the middleware that is there by then. */
  private add(method: Method, route: unknown[]): unknown {
    const [path, ...handlers] = route as [string, ...RequestHandler[]];
    if (this.routes.isEmpty) this.use(this.routes.handle);
    if (method === 'get' && declaredOperationOf(path)) this.dataRoutes.add(path, handlers[0] as never as RouteHandler);
    return this.routes.routerFor(path)[method](path, ...handlers);
  }

  /** Node.js takes a connection for idle whose answer is written but not read to its end: a server that closes would cut it off. */
  private keepSendingConnections(): void {
    const { httpServer } = this;
    const closeIdle = httpServer.closeIdleConnections.bind(httpServer);
    httpServer.closeIdleConnections = () => {
      if (this.connections.sending.length === 0) closeIdle();
    };
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

/** What is sent as JSON; a download has a class of its own. */
function isPlain(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
}

const hostMissing = new Problem('bad_request', 'An HTTP/1.1 request must have a Host header.');

/** HTTP/0.9 has no headers at all; Node takes it, and would answer with HTTP/1.1. */
function isHostMissing({ headers, httpVersionMinor }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersionMinor !== 0;
}

/** The same file, compressed on its way where the caller takes that. */
function compressedFile(response: LoupeResponse, file: StreamableFile): StreamableFile {
  response.setHeader('vary', 'Accept-Encoding');
  const encoding = encodingFor((response.req as LoupeRequest).headers['accept-encoding']);
  if (!encoding) return file;
  response.setHeader('content-encoding', encoding);
  return new StreamableFile(compressStream(file.getStream()), file.getHeaders() as object);
}
