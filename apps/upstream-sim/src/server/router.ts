import type { Operation } from '../routes/operation';

export interface Match {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

interface Route {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly operations: Operation[];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Finds operations by path and method, and by friendly name where several share a path. */
export class Router {
  private readonly routes = new Map<string, Route>();

  constructor(operations: readonly Operation[]) {
    for (const operation of operations) this.routeOf(operation.path).operations.push(operation);
  }

  /** `undefined` when no operation has this path. A missing trailing slash makes it another path. */
  match(method: string, path: string, friendlyName: string | null): Match | 'wrong_method' | undefined {
    for (const route of this.routes.values()) {
      const segments = route.pattern.exec(path)?.slice(1);
      if (!segments) continue;
      const params = Object.fromEntries(route.names.map((name, i) => [name, decoded(segments[i] as string)]));
      const ofMethod = route.operations.filter((operation) => operation.method === method);
      const operation = ofMethod.find((one) => one.friendlyName === undefined || one.friendlyName === friendlyName);
      if (operation) return { operation, params };
      if (ofMethod.length === 0) return 'wrong_method';
    }
    return undefined;
  }

  private routeOf(path: string): Route {
    const known = this.routes.get(path);
    if (known) return known;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`);
    const route = { pattern, names, operations: [] };
    this.routes.set(path, route);
    return route;
  }
}
