import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemBody, problemRegistry } from '@loupe/dto';
import type { Response } from 'express';
import { methodNotAllowed, Problem } from '../problem';
import { isDeclared, unknownRoute } from './declared-routes';
import { Reply, sendReply } from './reply';
import { newRequestId } from './request-id';

/** The reply for a problem. `chargedMicros` is what the caller pays. */
export function problemReply(
  problem: Problem,
  { requestId, publicUrl }: Pick<Response, 'requestId' | 'publicUrl'>,
  chargedMicros = 0n,
): Reply {
  const body = problemBody(problem, requestId, chargedMicros, publicUrl);
  return problemReplyOf(problem, Buffer.from(JSON.stringify(body)));
}

/** @param body the problem document */
export function problemReplyOf({ code, status = problemRegistry[code].status }: Problem, body: Buffer): Reply {
  return new Reply(body, status, 'application/problem+json');
}

export function sendProblem(response: Response, problem: Problem): Reply {
  const reply = problemReply(problem, response);
  setProblemHeaders(response, problem);
  // Not awaited, and an unhandled rejection would end the process.
  sendReply(response, reply).catch(() => response.destroy());
  return reply;
}

function setProblemHeaders(response: Response, problem: Problem): void {
  const status = problem.status ?? problemRegistry[problem.code].status;
  const seconds = problem.retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  if (seconds !== undefined) response.setHeader('retry-after', `${Math.max(1, Math.ceil(seconds))}`);
  if (status === 401) response.setHeader('www-authenticate', 'ApiKey realm="loupe"');
  if (status === 405 && !response.hasHeader('allow')) response.setHeader('allow', 'GET');
}

/** How long a caller has to close the connection. Node's timeouts no longer apply here. */
const closeWithinMs = 5_000;

interface ParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/** Sends a problem to a caller whose request Node's HTTP parser refuses. */
export function answerClientError(error: ParserError, socket: Duplex, publicUrl = ''): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else endWith(socket, problemOfParserError(error), publicUrl, isHead(error));
}

/** Refuses CONNECT, for which Node has no response object. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex, publicUrl = ''): void {
  endWith(socket, new Problem('method_not_allowed', 'CONNECT is not supported.'), publicUrl);
}

function endWith(socket: Duplex, problem: Problem, publicUrl: string, hasNoBody = false): void {
  const requestId = newRequestId();
  const { body, status, contentType } = problemReply(problem, { requestId, publicUrl });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    `content-type: ${contentType}`,
    `content-length: ${body.length}`,
    'connection: close',
    ...(status === 405 ? ['allow: GET', 'cache-control: private, no-store', 'x-cost-usd: 0'] : []),
  ];
  // Node has removed its listener from the socket of a CONNECT, and a reset would end the process.
  socket.on('error', () => undefined);
  setTimeout(() => socket.destroy(), closeWithinMs).unref();
  socket.end(`${head.join('\r\n')}\r\n\r\n${hasNoBody ? '' : body.toString('latin1')}`, 'latin1');
}

/** Whether the refused request is a HEAD, as far as the last packet shows. */
function isHead({ rawPacket, bytesParsed = 0 }: ParserError): boolean {
  const read = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  return read
    .slice(read.lastIndexOf('\r\n\r\n') + 1)
    .trimStart()
    .startsWith('HEAD ');
}

function problemOfParserError({ code, rawPacket, bytesParsed = 0 }: ParserError): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'headers_too_large',
        'The URL and headers are together larger than 16 KiB. Send fewer or shorter headers.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive completely in time. Send it again.');
    case 'HPE_INVALID_METHOD':
      return problemOfMethod(rawPacket?.toString('latin1') ?? '', bytesParsed);
    case 'HPE_INVALID_URL':
      return rawPacket && rawPacket[bytesParsed]! > 0x7f ? notEncoded : notHttp;
    default:
      return notHttp;
  }
}

/** Node's parser only knows registered methods. Another method in a complete request line is still valid HTTP. */
function problemOfMethod(read: string, at: number): Problem {
  const [, rest, target] =
    /^([\w!#$%&'*+.^`|~-]{0,40}) (\/\S*|https?:\S+) HTTP\/1\.[01]\r?\n/.exec(read.slice(at)) ?? [];
  if (target === undefined) return notHttp;
  // The body of the previous request may precede the method.
  const method = read.slice(read.lastIndexOf('\n', at - 1) + 1, at) + rest;
  if (method === '') return notHttp;
  return isDeclared(target) ? methodNotAllowed(method.length > 40 ? 'another method' : method) : unknownRoute(target);
}

const notHttp = new Problem('bad_request', 'The request is not valid HTTP. Correct it.');
const notEncoded = new Problem(
  'bad_request',
  'The URL contains characters outside ASCII. Percent-encode them: é is sent as %C3%A9.',
);
