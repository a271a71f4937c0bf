import { type NextFunction, type Request, type Response, Router } from 'express';
import type { LoupeResponse } from './messages';
import { methodNotAllowed } from './problem';
import { sendProblem } from './send-problem';

/**
 * Routes kept by the first segment of their path. Express tries every route in turn, which for a hundred of them costs more
 * than the rest of it; this way a request is tried against those of its own segment only. A path that is there for other
 * methods only is refused with 405, where Express would pass it on, or answer OPTIONS by itself.
 */
export class RoutesBySegment {
  private readonly routers = new Map<string, Router>();

  get isEmpty(): boolean {
    return this.routers.size === 0;
  }

  /** The router that takes the routes below the first segment of `path`. */
  routerFor(path: string): Router {
    const segment = firstSegment(path);
    const router = this.routers.get(segment) ?? Router({ caseSensitive: true });
    this.routers.set(segment, router);
    return router;
  }

  /** The middleware that sends a request the right way. `request.path` is the path also of an absolute target. */
  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    const router = this.routers.get(firstSegment(request.path));
    if (router) serve(router, request, response, next);
    else next();
  };
}

function serve(router: Router, request: Request, response: Response, next: NextFunction): void {
  const { method, path } = request;
  const refuse = (error?: unknown) => {
    const allowed = error ? [] : methodsAt(router, path);
    if (allowed.length === 0 || allowed.includes(method)) return next(error);
    response.setHeader('allow', allowed.join(', '));
    sendProblem(response as unknown as LoupeResponse, methodNotAllowed(method, allowed));
  };
  if (method === 'OPTIONS') refuse();
  else router(request, response, refuse);
}

/** What Express knows of a route and does not declare. */
interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods of the routes at a path. */
function methodsAt(router: Router, path: string): string[] {
  const layers = router.stack as unknown as readonly RouteLayer[];
  const names = layers.flatMap((layer) => (layer.match(path) ? Object.keys(layer.route?.methods ?? {}) : []));
  return [...new Set(names)].map((name) => name.toUpperCase()).sort();
}

/** `users` of `/users/7` and of `/users?a=b`. Requests pass here: a regular expression would make an array for each. */
export function firstSegment(target: string): string {
  let end = 1;
  while (end < target.length && target[end] !== '/' && target[end] !== '?') end++;
  return target.slice(1, end);
}
