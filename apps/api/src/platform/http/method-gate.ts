import type { NextFunction } from 'express';
import { declaredOperationOf } from './declared-routes';
import type { LoupeRequest, LoupeResponse } from './messages';
import { methodNotAllowed } from './problem';
import { sendProblem } from './send-problem';

/** Refuses every method but GET on the paths of the data API, before the key is checked. */
export function methodGate(request: LoupeRequest, response: LoupeResponse, next: NextFunction): void {
  const { method } = request;
  const operation = method === 'GET' ? undefined : declaredOperationOf(request.originalUrl);
  // A caller never sees the body that HEAD would be charged for, so HEAD is refused where a key is needed.
  if (!operation || (!operation.isKeyed && method === 'HEAD')) {
    next();
    return;
  }
  if (operation.isKeyed) {
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-cost-usd', '0');
  }
  sendProblem(response, methodNotAllowed(method));
}
