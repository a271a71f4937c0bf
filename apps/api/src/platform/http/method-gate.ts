import { allOperations } from '@loupe/dto';
import type { NextFunction } from 'express';
import type { LoupeRequest, LoupeResponse } from './messages';
import { Problem } from './problem';
import { sendProblem } from './send-problem';

const routes = allOperations.map(({ path, keyless }) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  isKeyed: keyless !== true,
}));

/** Refuses every method but GET on the paths of the data API, before the key is checked. */
export function methodGate(request: LoupeRequest, response: LoupeResponse, next: NextFunction): void {
  if (request.method === 'GET') {
    next();
    return;
  }
  // A request that a proxy might get names the whole address.
  const path = request.originalUrl.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]!;
  const route = routes.find(({ pattern }) => pattern.test(path));
  // A caller never sees the body that HEAD would be charged for, so HEAD is refused where a key is needed.
  if (!route || (!route.isKeyed && request.method === 'HEAD')) {
    next();
    return;
  }
  if (route.isKeyed) {
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-cost-usd', '0');
  }
  sendProblem(response, new Problem('method_not_allowed', `This endpoint answers GET, not ${request.method}.`));
}
