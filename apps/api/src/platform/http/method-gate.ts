import type { Express, RequestHandler, Response } from 'express';
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

/** Knows which methods each path has, and answers 405 where Express would answer OPTIONS itself, and the rest with 404. */
export class KnownMethods {
  private readonly byPath = new Map<string, string[]>();

  note(method: string, path: string): void {
    this.byPath.set(path, [...(this.byPath.get(path) ?? []), method]);
  }

  /** Registers a route for each path behind all others. Several may match, such as `/keys/export` and `/keys/:id`. */
  refuseOthers(app: Express): void {
    const allowed = (response: Response): string[] => (response.locals.allowed ??= []);
    // `app.all` would add a layer for each method.
    for (const [path, methods] of this.byPath)
      app.route(path).all((_request, response, next) => {
        allowed(response).push(...methods);
        next();
      });
    app.use((request, response, next) => {
      const methods = [...new Set(allowed(response))].sort();
      if (methods.length === 0 || methods.includes(request.method)) return next();
      response.setHeader('allow', methods.join(', '));
      sendProblem(response, methodNotAllowed(request.method, methods, rightAt(request.path)));
    });
  }
}

const rightAt = (path: string) =>
  path === '/mcp'
    ? 'Agents send each message in a POST, whose response is the answer; there is nothing to GET.'
    : 'Check the method and the URL in the OpenAPI document.';
