import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { notJson, Problem } from '../../platform/problem';
import { RequestOrigins } from './request-origins';

/** Runs first. Forbids caching. Changes must be same-origin, and JSON or a bare DELETE (which CORS would preflight). */
@Injectable()
export class DashboardGate implements NestMiddleware {
  constructor(private readonly origins: RequestOrigins) {}

  use(request: Request, response: Response, next: NextFunction): void {
    response.setHeader('cache-control', 'no-store');
    if (request.method !== 'GET' && request.method !== 'HEAD') this.admitChange(request);
    next();
  }

  private admitChange(request: Request): void {
    if (!this.origins.isSameOrigin(request)) {
      throw new Problem(
        'forbidden',
        'This request comes from a page of another site. Only the dashboard itself may make changes; programs use a management token below /manage.',
      );
    }
    requireJson(request);
  }
}

/** @throws {Problem} `unsupported_media_type` for a change that is neither JSON nor a bare DELETE */
export function requireJson(request: Request): void {
  const isBare = request.method === 'DELETE' && !hasBody(request);
  if (!isBare && !isJson(request)) throw notJson(request.headers);
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson({ headers }: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}
