import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An operation of a committed OpenAPI document. */
export interface DeclaredRoute {
  readonly method: string;
  /** Below /dashboard/api for an operation of the dashboard. */
  readonly path: string;
  readonly operationId: string;
  readonly security?: unknown[];
  readonly parameters?: { name: string; in: string }[];
  readonly requestBody?: object;
  readonly responses: Record<string, { content?: object }>;
}

export function declaredRoutes(document: 'dashboard-openapi' | 'manage-openapi'): DeclaredRoute[] {
  const { paths } = JSON.parse(readFileSync(join(__dirname, `../../${document}.json`), 'utf8')) as {
    paths: Record<string, Record<string, Omit<DeclaredRoute, 'method' | 'path'>>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path: path.replace(/^\/dashboard\/api/, ''),
    })),
  );
}
