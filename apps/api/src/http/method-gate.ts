import { allOperations } from '@loupe/dto';
import type { NextFunction } from 'express';
import type { LoupeRequest, LoupeResponse } from './messages';
import { Problem } from './problem';
import { sendProblem } from './send-problem';

const pathPatterns = allOperations.map(({ path, keyless }) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  // Nothing may be charged for an answer that nobody sees, so HEAD is refused where a key is needed.
  answersHead: keyless === true,
}));

/** Refuses every method but GET on the paths of the data API, before the key is looked at. Other paths pass. */
export function methodGate(request: LoupeRequest, response: LoupeResponse, next: NextFunction): void {
  if (request.method === 'GET') {
    next();
    return;
  }
  const path = request.originalUrl.split('?', 1)[0]!;
  const route = pathPatterns.find(({ pattern }) => pattern.test(path));
  if (!route || (route.answersHead && request.method === 'HEAD')) next();
  else sendProblem(response, new Problem('method_not_allowed', `This endpoint answers GET, not ${request.method}.`));
}
