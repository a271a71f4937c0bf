import type { RequestHandler } from 'express';
import { overloaded, Problem } from './problem';
import { newRequestId } from './request-id';
import { sendProblem } from './send-problem';

declare module 'express-serve-static-core' {
  interface Response {
    /** A time-ordered UUIDv7; a charge has the id of its request. */
    requestId: string;
    /** Before the addresses that a problem names; empty where the installation has not been told its own. */
    publicUrl: string;
  }
}

/** Gives each response its request id, and the headers that all of them have. An id that a caller sends is never reused. */
export function identify(publicUrl = ''): RequestHandler {
  return (_request, response, next) => {
    response.requestId = newRequestId();
    response.publicUrl = publicUrl;
    response.setHeader('x-request-id', response.requestId);
    // No browser may take an answer for something other than what it says it is.
    response.setHeader('x-content-type-options', 'nosniff');
    next();
  };
}

const hostMissing = new Problem('bad_request', 'An HTTP/1.1 request must have a Host header.');

/** HTTP/0.9 has no headers at all; Node.js takes it, and would answer with HTTP/1.1. */
export const requireHost: RequestHandler = ({ headers, httpVersionMinor }, response, next) => {
  if (headers.host === undefined && httpVersionMinor !== 0) sendProblem(response, hostMissing);
  else next();
};

/** What decides which requests there is no room for. */
export interface Shedder {
  refuses(request: { path: string }): boolean;
}

/** Answers requests that there is no room for before any work is done for them. */
export function shedLoad(shedder: Shedder): RequestHandler {
  return (request, response, next) => {
    if (!shedder.refuses(request)) return next();
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-cost-usd', '0');
    sendProblem(response, overloaded);
  };
}
