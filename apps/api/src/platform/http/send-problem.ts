import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemBody, problemRegistry } from '@loupe/dto';
import type { LoupeResponse } from './messages';
import { Problem } from './problem';
import { Reply, sendReply } from './reply';
import { uuidV7 } from './uuid-v7';

/** A problem as a reply to a caller who is charged `chargedMicros` for it. */
export function problemReply(problem: Problem, requestId: string, chargedMicros = 0n): Reply {
  const body = problemBody(problem, requestId, chargedMicros);
  return new Reply(Buffer.from(JSON.stringify(body)), body.status, 'application/problem+json');
}

export function sendProblem(response: LoupeResponse, problem: Problem): Reply {
  const reply = problemReply(problem, response.requestId);
  setProblemHeaders(response, problem);
  void sendReply(response, reply);
  return reply;
}

export function setProblemHeaders(response: LoupeResponse, problem: Problem): void {
  const status = problem.status ?? problemRegistry[problem.code].status;
  const seconds = problem.retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  if (seconds !== undefined) response.setHeader('retry-after', Math.max(1, Math.ceil(seconds)));
  if (status === 401) response.setHeader('www-authenticate', 'ApiKey realm="loupe"');
  if (status === 405 && !response.hasHeader('allow')) response.setHeader('allow', 'GET');
}

/** How long a caller has to close a connection that is answered here: no timeout of Node watches it any more. */
const closeWithinMs = 5_000;

/** Answers what Node's HTTP parser refuses, before there is a request: the same problem document, written by hand. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else endWith(socket, problemOfParserError(error.code));
}

/** Answers CONNECT, for which Node has no response object. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  endWith(socket, new Problem('method_not_allowed', 'CONNECT is not supported.'));
}

function endWith(socket: Duplex, problem: Problem): void {
  const requestId = uuidV7();
  const { body, status, contentType } = problemReply(problem, requestId);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    `content-type: ${contentType}`,
    `content-length: ${body.length}`,
    'connection: close',
    ...(status === 405 ? ['allow: GET'] : []),
  ];
  // Node has taken its own listener off a socket that wants a tunnel: a caller that resets it would end the process.
  socket.on('error', () => undefined);
  setTimeout(() => socket.destroy(), closeWithinMs).unref();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body.toString('latin1')}`, 'latin1');
}

function problemOfParserError(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The address and headers of the request are larger than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive completely in time.');
    default:
      return new Problem('bad_request', 'The request is not well-formed HTTP.');
  }
}
