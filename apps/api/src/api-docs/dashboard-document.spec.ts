import type { OpenAPIObject } from '@nestjs/swagger';
import { createPreview } from '../configure-app';
import { readEnv } from '../platform/config/env';
import { dashboardDocument } from './dashboard-document';

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

describe('the document of the dashboard’s API', () => {
  let document: OpenAPIObject;
  beforeAll(async () => {
    document = dashboardDocument(await createPreview(readEnv({})));
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method) => (item[method] ? [{ path, method, ...item[method] }] : [])),
    );

  it('describes the dashboard’s routes and no others', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations().length).toBeGreaterThan(50);
    expect(Object.keys(document.paths).filter((path) => !path.startsWith('/dashboard/api/'))).toEqual([]);
  });

  it('gives every operation a unique name, a summary and error responses', () => {
    const names = operations().map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { summary, responses } of operations()) {
      expect(summary).toBeTruthy();
      expect(responses).toHaveProperty(['default', 'content', 'application/problem+json']);
    }
  });

  it('declares every path parameter as text', () => {
    for (const { path, parameters = [] } of operations()) {
      const declared = parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one] : []));
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const { schema } of declared) expect(schema).toMatchObject({ type: 'string' });
    }
  });

  it('contains every schema that it refers to', () => {
    const names = new Set(Object.keys(document.components!.schemas!));
    const referred = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]*)/g)].map(([, name]) => name);
    expect(referred.filter((name) => !names.has(name!))).toEqual([]);
  });

  it('tags exactly the operations below /dashboard/api/support/ with Support', () => {
    const tagged = operations().filter(({ tags }) => tags?.includes('Support'));
    const below = operations().filter(({ path }) => path.startsWith('/dashboard/api/support/'));
    expect(tagged.map(({ path }) => path)).toEqual(below.map(({ path }) => path));
  });
});
