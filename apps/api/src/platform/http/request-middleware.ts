import type { RequestHandler } from 'express';
import { overloaded, Problem } from '../problem';
import { newRequestId } from './request-id';
import { sendProblem } from './send-problem';

declare module 'express-serve-static-core' {
  interface Response {
    /** A UUIDv7. A charge has the id of its request. */
    requestId: string;
    publicUrl: string;
  }
}

/** Sets the request id and the headers common to all responses. A caller's own id is never used. */
export function identify(publicUrl = ''): RequestHandler {
  return (_request, response, next) => {
    response.requestId = newRequestId();
    response.publicUrl = publicUrl;
    response.setHeader('x-request-id', response.requestId);
    // Forbids browsers to guess another content type.
    response.setHeader('x-content-type-options', 'nosniff');
    next();
  };
}

const hostMissing = new Problem('bad_request', 'Send a Host header, which HTTP/1.1 requires.');

/** Requires a Host header, except in HTTP/1.0. Node.js would accept even HTTP/0.9, which has no headers. */
export const requireHost: RequestHandler = ({ headers, httpVersionMinor }, response, next) => {
  if (headers.host === undefined && httpVersionMinor !== 0) sendProblem(response, hostMissing);
  else next();
};

export interface Shedder {
  refuses(request: { path: string }): boolean;
}

export function shedLoad(shedder: Shedder): RequestHandler {
  return (request, response, next) => {
    if (!shedder.refuses(request)) return next();
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-cost-usd', '0');
    sendProblem(response, overloaded);
  };
}
