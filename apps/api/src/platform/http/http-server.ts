import http, { type RequestListener, type Server } from 'node:http';
import type { Connections } from './connections';
import { answerClientError, refuseTunnel } from './send-problem';

const limits = {
  // Bodies are small and rare, so these times are enough.
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // Otherwise Node.js responds to a request without a Host header with an empty body.
  requireHostHeader: false,
};

/** Timeout of an idle connection. No upstream request takes longer. */
const silentMs = 125_000;

/** Creates the HTTP server, with time limits, and with problem documents even for input that is not a valid request. */
export function createHttpServer(app: RequestListener, connections: Connections, publicUrl: string): Server {
  const serve: RequestListener = (request, response) => {
    if (connections.admit(response)) app(request, response);
  };
  const server = http.createServer(limits, serve);
  server.timeout = silentMs;
  server.on('clientError', (error, socket) => answerClientError(error, socket, publicUrl));
  server.on('connect', (request, socket) => refuseTunnel(request, socket, publicUrl));
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1). Node.js would respond with an empty body.
  server.on('checkExpectation', serve);
  server.on('checkContinue', (request, response) => {
    const before = connections.lastResponseOn(request.socket);
    if (!connections.admit(response)) return;
    const proceed = () => {
      if (request.socket.destroyed) return;
      response.writeContinue();
      app(request, response);
    };
    // Node.js would write "100 Continue" into the body of a response that is still being sent.
    if (response.socket || !before) proceed();
    else before.once('close', proceed);
  });
  protectSendingConnections(server, connections);
  return server;
}

/** Node.js considers a connection idle as soon as its response is written, even if the caller is still reading. */
function protectSendingConnections(server: Server, connections: Connections): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if (connections.sending.length === 0) closeIdle();
  };
}
