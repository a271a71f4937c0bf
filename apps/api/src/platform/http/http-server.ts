import http, { type RequestListener, type Server } from 'node:http';
import type { Connections } from './connections';
import { answerClientError, refuseTunnel } from './send-problem';

const limits = {
  // A request's headers must be here within 15 seconds, all of it within 30: bodies are small and rare.
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  // Node.js would answer a request without it with an empty body.
  requireHostHeader: false,
};

/** For a connection on which nothing moves, because its caller does not read. No upstream request takes longer. */
const silentMs = 125_000;

/** The server of `app`: with time limits, and a problem document also for what never becomes a request. */
export function createHttpServer(app: RequestListener, connections: Connections, publicUrl: string): Server {
  const serve: RequestListener = (request, response) => {
    if (connections.admit(response)) app(request, response);
  };
  const server = http.createServer(limits, serve);
  server.timeout = silentMs;
  server.on('clientError', (error, socket) => answerClientError(error, socket, publicUrl));
  server.on('connect', (request, socket) => refuseTunnel(request, socket, publicUrl));
  // An expectation that is not understood may be ignored; Node.js would answer it with an empty body.
  server.on('checkExpectation', serve);
  server.on('checkContinue', (request, response) => {
    const before = connections.lastOn(request.socket);
    if (!connections.admit(response)) return;
    const proceed = () => {
      if (request.socket.destroyed) return;
      response.writeContinue();
      app(request, response);
    };
    // Node.js would write "100 Continue" behind the head of an answer that waits for its turn: inside its body.
    if (response.socket || !before) proceed();
    else before.once('close', proceed);
  });
  keepSendingConnections(server, connections);
  return server;
}

/** Node.js takes a connection for idle whose answer is written but not read to its end: a server that closes would cut it off. */
function keepSendingConnections(server: Server, connections: Connections): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if (connections.sending.length === 0) closeIdle();
  };
}
