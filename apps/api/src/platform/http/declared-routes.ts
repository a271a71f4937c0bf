import { allOperations } from '@loupe/dto';

const pages = [
  ...['/', '/openapi.json', '/llms.txt', '/status', '/errors', '/errors/{code}'],
  ...['/docs', '/docs/{page}', '/docs/reference/{operation}'],
].map(patternOf);
const operations = allOperations.map(({ path, keyless }) => ({ pattern: patternOf(path), isKeyed: keyless !== true }));

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`);
}

/** A request to a proxy has an absolute URL as its target. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]!;
}

export function declaredOperationOf(target: string): { readonly isKeyed: boolean } | undefined {
  const path = pathOf(target);
  return operations.find(({ pattern }) => pattern.test(path));
}

export function isDeclared(target: string): boolean {
  return declaredOperationOf(target) !== undefined || pages.some((pattern) => pattern.test(pathOf(target)));
}
