import type { Request, RequestHandler, Response } from 'express';
import { problemOf } from '../../platform/http/problem-of';

/** @throws {Problem} 400, 413, or 415 for an unknown encoding or charset */
export function readBody(parse: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) =>
      error ? reject(problemOf(error, request.originalUrl) ?? error) : resolve(),
    );
  });
}
