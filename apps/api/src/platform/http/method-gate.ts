import type { Request, RequestHandler } from 'express';
import { declaredOperationOf } from './declared-routes';
import { methodNotAllowed } from './problem';
import { sendProblem } from './send-problem';

/** Refuses every method but GET on the paths of the data API, before the key is checked. */
export const methodGate: RequestHandler = (request, response, next) => {
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
};

/**
 * Goes behind all routes: refuses with 405 what there is for other methods only. Express would answer OPTIONS by itself, and the
 * rest with 404.
 */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const allowed = methodsAt(request);
  if (allowed.length === 0 || allowed.includes(request.method)) {
    next();
    return;
  }
  response.setHeader('allow', allowed.join(', '));
  sendProblem(response, methodNotAllowed(request.method, allowed));
};

/** What Express knows of a route and does not declare. */
interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods of the routes at a path; a middleware for all methods, which Express keeps as `_all`, is none. */
function methodsAt({ app, path }: Request): string[] {
  const layers = app.router.stack as unknown as readonly RouteLayer[];
  const routes = layers.filter((layer) => layer.route && !layer.route.methods._all && layer.match(path));
  const names = routes.flatMap(({ route }) => Object.keys(route!.methods));
  return [...new Set(names)].map((name) => name.toUpperCase()).sort();
}
