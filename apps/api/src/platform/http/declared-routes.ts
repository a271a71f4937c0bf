import { allOperations } from '@loupe/dto';

const pages = ['/openapi.json', '/llms.txt', '/errors', '/errors/{code}', '/docs', '/docs/{file}'];

const routes = [
  ...allOperations.map(({ path, keyless }) => ({ path, isKeyed: keyless !== true })),
  ...pages.map((path) => ({ path, isKeyed: false })),
].map(({ path, isKeyed }) => ({ pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`), isKeyed }));

/** The route of the data API or of its documentation that a request target names, whatever the method. */
export function declaredRouteOf(target: string): { isKeyed: boolean } | undefined {
  // A request that a proxy might get names the whole address.
  const path = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]!;
  return routes.find(({ pattern }) => pattern.test(path));
}
