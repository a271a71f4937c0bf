// The routes of the product's OpenAPI documents, except those of the data API that need no key, and a valid request to each.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/freshness.mjs';

const console = read('dashboard-openapi.json');

export const dataRoutes = routesOf(read('openapi.json')).filter(({ isOpen }) => !isOpen);
export const consoleRoutes = routesOf(console);
export const closedRoutes = consoleRoutes.filter(({ isOpen }) => !isOpen);

const personal = /^\/dashboard\/api\/(answers|operations|passkeys|password|provider-link|second-factor|sessions?)\b/;

/** Who may use a route: `support`, `owner` or `both`. It is `owner` unless the path says otherwise. */
export function roleOf({ path }) {
  if (path.startsWith('/dashboard/api/support/')) return 'support';
  return personal.test(path) ? 'both' : 'owner';
}

/**
 * A request to a route with only the required body members. @param given ids by name of the parameter;
 * for the parameter `id`, by name of the resource, such as `keys`. */
export function requestTo(route, given = {}) {
  const { method, path, parameters, body } = route;
  const ids = { ...given, id: given[whatIdMeans(path)] ?? given.id };
  const value = ({ name, schema, example }) => ids[name] ?? example ?? exampleOf(schema ?? {});
  // /resolve/media takes one of two parameters, so its schema can require neither.
  const isNeeded = ({ required, name }) => required || (path === '/resolve/media' && name === 'pk');
  const required = parameters.filter(isNeeded);
  const of = (place) => required.filter((parameter) => parameter.in === place);
  const filled = of('path').reduce(
    (text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(value(parameter))),
    path,
  );
  const query = new URLSearchParams(of('query').map((parameter) => [parameter.name, `${value(parameter)}`]));
  const headers = Object.fromEntries(of('header').map(({ name }) => [name.toLowerCase(), randomUUID()]));
  const address = query.size > 0 ? `${filled}?${query}` : filled;
  // The change of a webhook takes any of its members, so its schema can require none.
  const isWebhook = method === 'PATCH' && path.endsWith('/webhooks/{id}');
  return { method, path: address, headers, ...(body && { body: isWebhook ? { enabled: true } : exampleOf(body) }) };
}

const whatIdMeans = (path) =>
  /(keys|passkeys|sessions|rate-requests|webhooks|management-tokens|monitors)\/\{id\}/.exec(path)?.[1];

export function exampleOf(schema) {
  if (schema.$ref) return exampleOf(console.components.schemas[schema.$ref.split('/').at(-1)]);
  if (schema.example !== undefined) return schema.example;
  if (schema.anyOf) return exampleOf(schema.anyOf[0]);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, exampleOf(schema.properties[name])]));
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return schema.enum?.[0] ?? (schema.format === 'password' ? 'a password that is typed' : '1');
  }
}

function routesOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      operationId,
      isOpen: !security?.length,
      statuses: Object.keys(responses),
      parameters,
      body: requestBody?.content['application/json'].schema,
      members: membersOf(requestBody?.content['application/json'].schema),
    })),
  );
}

function membersOf(schema) {
  if (schema?.$ref) return membersOf(console.components.schemas[schema.$ref.split('/').at(-1)]);
  return Object.keys(schema?.properties ?? {});
}

function read(name) {
  return JSON.parse(readFileSync(join(root, 'apps/api', name), 'utf8'));
}
