import type { Request, RequestHandler } from 'express';
import { methodNotAllowed } from '../problem';
import { declaredOperationOf } from './declared-routes';
import { sendProblem } from './send-problem';

/** Refuses methods other than GET on data paths, before the key is checked. Only keyless operations accept HEAD. */
export const methodGate: RequestHandler = (request, response, next) => {
  const { method } = request;
  const operation = method === 'GET' ? undefined : declaredOperationOf(request.originalUrl);
  // HEAD would be charged for a body that the caller never sees, so keyed operations refuse it.
  if (!operation || (!operation.isKeyed && method === 'HEAD')) {
    next();
    return;
  }
  if (operation.isKeyed) {
    response.setHeader('cache-control', 'private, no-store');
    response.setHeader('x-cost-usd', '0');
  }
  sendProblem(response, methodNotAllowed(method));
};

/** Runs after all routes, and returns 405 for known paths. Express would answer OPTIONS itself, and the rest with 404. */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const allowed = methodsAt(request);
  if (allowed.length === 0 || allowed.includes(request.method)) {
    next();
    return;
  }
  response.setHeader('allow', allowed.join(', '));
  sendProblem(response, methodNotAllowed(request.method, allowed));
};

interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods of the routes at a path, without middleware for all methods (`_all`). */
function methodsAt({ app, path }: Request): string[] {
  const layers = app.router.stack as unknown as readonly RouteLayer[];
  const routes = layers.filter((layer) => layer.route && !layer.route.methods._all && layer.match(path));
  const names = routes.flatMap(({ route }) => Object.keys(route!.methods));
  return [...new Set(names)].map((name) => name.toUpperCase()).sort();
}
