import type { LoupeRequest, LoupeResponse } from './messages';

/** What Nest makes of an endpoint; it answers errors itself. */
export type RouteHandler = (request: LoupeRequest, response: LoupeResponse, next: (error: unknown) => never) => unknown;

/** A segment of paths: what may follow it, and the route that ends with it. */
interface Place {
  readonly literals: Map<string, Place>;
  parameter: { readonly name: string; readonly place: Place } | undefined;
  handler: RouteHandler | undefined;
}

/** Nothing in it is decoded, joined or cut. */
const plainPath = /^(?:\/[\w.~-]+)+(?=\?|$)/;

/**
 * Routes that are called without Express, whose application and routers cost more than looking the handler up. They are for
 * plain paths; Express has the same routes for all others, and a test compares what both answer.
 */
export class DirectRoutes {
  private readonly root = emptyPlace();

  /** @param path as Nest writes it, such as `/users/:user_id` */
  add(path: string, handler: RouteHandler): void {
    let place = this.root;
    for (const segment of path.slice(1).split('/')) place = next(place, segment);
    place.handler = handler;
  }

  /** False when it is for Express. */
  serve(request: LoupeRequest, response: LoupeResponse): boolean {
    const { url } = request;
    const path = request.method === 'GET' ? plainPath.exec(url!)?.[0] : undefined;
    if (path === undefined) return false;
    const params: Record<string, string> = {};
    let place: Place | undefined = this.root;
    for (let at = 1; place && at <= path.length; ) {
      const slash = path.indexOf('/', at);
      const end = slash < 0 ? path.length : slash;
      const segment: string = path.slice(at, end);
      const { literals, parameter }: Place = place;
      place = literals.get(segment);
      if (!place && parameter) {
        params[parameter.name] = segment;
        place = parameter.place;
      }
      at = end + 1;
    }
    if (!place?.handler) return false;
    request.originalUrl = url!;
    request.params = params;
    void place.handler(request, response, unexpected);
    return true;
  }
}

function emptyPlace(): Place {
  return { literals: new Map(), parameter: undefined, handler: undefined };
}

function next(place: Place, segment: string): Place {
  if (segment.startsWith(':')) {
    place.parameter ??= { name: segment.slice(1), place: emptyPlace() };
    return place.parameter.place;
  }
  const found = place.literals.get(segment) ?? emptyPlace();
  place.literals.set(segment, found);
  return found;
}

function unexpected(error: unknown): never {
  throw error;
}
