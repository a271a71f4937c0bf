import { Injectable, type NestMiddleware } from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Problem, problemOf } from '../../../platform/http/problem';
import { Browsers } from './browsers';

const parseJson = express.json({ limit: '64kb', type: isJson });

/**
 * The first step of every request to the dashboard's API: nothing is kept by caches, changes come from our own pages and
 * as JSON only (which other sites cannot send without being asked first), and the body is read.
 */
@Injectable()
export class DashboardGate implements NestMiddleware {
  constructor(private readonly browsers: Browsers) {}

  use(request: Request, response: Response, next: NextFunction): void {
    response.setHeader('cache-control', 'no-store');
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else this.admitChange(request, response, next);
  }

  private admitChange(request: Request, response: Response, next: NextFunction): void {
    if (!this.browsers.isSameOrigin(request)) {
      throw new Problem('forbidden', 'This request comes from a page of another site.');
    }
    const isBare = request.method === 'DELETE' && !hasBody(request);
    if (!isBare && !isJson(request)) {
      throw new Problem('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.');
    }
    parseJson(request, response, (error?: unknown) => next(error && (problemOf(error) ?? error)));
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Express asks the same when it decides whether to read the body. */
function isJson({ headers }: { headers: Request['headers'] }): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}
