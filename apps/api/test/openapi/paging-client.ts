/** A program that uses the generated types. It pages through every list with nothing but the list's x-pagination. */
export const pagingClient = `
import createClient from 'openapi-fetch';
import type { components, paths } from './loupe.mjs';

interface Pagination {
  style: 'cursor' | 'single-page';
  token_parameter?: string;
  token_path?: string;
  items_path: string;
  has_more_path: string;
}
interface Parameter { name: string; in: 'path' | 'query'; required?: boolean; example?: string | number }
interface Get { 'x-pagination'?: Pagination; parameters: Parameter[] }
type Values = Record<string, string | number | undefined>;
type Answer = { data?: unknown; error?: components['schemas']['Problem'] };

const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } });
// Paths come from the served OpenAPI document, so their types are known only at run time.
const get = client.GET as unknown as (path: string, init: { params: Record<'path' | 'query', Values> }) => Promise<Answer>;

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, name) => (parent as Record<string, unknown>)[name], value);

async function walk(path: string, { parameters, 'x-pagination': pagination }: Get & { 'x-pagination': Pagination }) {
  const { style, token_parameter, token_path, items_path, has_more_path } = pagination;
  const params: Record<'path' | 'query', Values> = { path: {}, query: {} };
  for (const one of parameters) if (one.required) params[one.in][one.name] = one.example;
  const pages: unknown[][] = [];
  for (let hasMore = true; hasMore; ) {
    if (pages.length === 300) throw new Error(path + ' does not end');
    const { data, error } = await get(path, { params });
    if (error) throw new Error(path + ': ' + error.code + ': ' + error.detail);
    pages.push(at(data, items_path) as unknown[]);
    hasMore = at(data, has_more_path) === true;
    if (style === 'single-page' && hasMore) throw new Error(path + ' has more than one page');
    if (hasMore) params.query[token_parameter ?? ''] = at(data, token_path ?? '') as string;
  }
  return pages;
}

const description = (await (await fetch(baseUrl + '/openapi.json')).json()) as { paths: Record<string, { get: Get }> };
const walked: Record<string, unknown[][]> = {};
for (const [path, { get: operation }] of Object.entries(description.paths)) {
  const pagination = operation['x-pagination'];
  // The key has no monitor.
  if (pagination && !path.startsWith('/monitors/')) walked[path] = await walk(path, { ...operation, 'x-pagination': pagination });
}
process.stdout.write(JSON.stringify(walked));
`;
