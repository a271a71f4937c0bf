import type { Operation } from '../routes/operation';
import { operations } from '../routes/operations';

interface Match {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

const routes = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Finds the operation of a path. Some operations share a path and differ by friendly name. */
export function match(method: string, path: string, friendlyName: string | null): Match | 'wrong_method' | undefined {
  const ofPath = routes.filter(({ pattern }) => pattern.test(path));
  const ofMethod = ofPath.filter(({ operation }) => operation.method === method);
  const found = ofMethod.find(({ operation: { friendlyName: own } }) => own === undefined || own === friendlyName);
  if (!found) return ofPath.length > 0 && ofMethod.length === 0 ? 'wrong_method' : undefined;
  const segments = Object.entries(found.pattern.exec(path)?.groups ?? {});
  const params = Object.fromEntries(segments.map(([name, segment]) => [name, decoded(segment)]));
  return { operation: found.operation, params };
}
