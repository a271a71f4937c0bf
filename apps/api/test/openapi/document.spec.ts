import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, problemStatusesOf } from '@loupe/dto';
import { LoupeExpressAdapter } from '../../src/platform/http/loupe-express-adapter';
import { type AnyJson, send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { mayBeMissing, specifiedFields } from './specified-fields';

let api: TestApi;
let document: AnyJson;
let text: string;
const registrations = (['get', 'post', 'put', 'patch', 'delete', 'all', 'head', 'options'] as const).map((method) => {
  const { mock } = jest.spyOn(LoupeExpressAdapter.prototype, method);
  return { method, calls: mock.calls as unknown[][] };
});

beforeAll(async () => {
  api = await startTestApi();
  const reply = await send(api.baseUrl, '/openapi.json');
  document = reply.json;
  text = reply.text;
});
afterAll(() => api.stop());

const operationsOf = (): [string, AnyJson][] =>
  Object.entries<AnyJson>(document.paths).map(([path, { get }]) => [path, get]);

/** Every route that Nest has given to its HTTP adapter, as `METHOD /path/{parameter}`. */
function servedRoutes(): string[] {
  return registrations.flatMap(({ method, calls }) =>
    calls.map(([path]) => `${method.toUpperCase()} ${String(path).replace(/:(\w+)/g, '{$1}')}`),
  );
}

const isPage = (route: string) => /^\w+ \/(dashboard\/|errors|openapi\.json|llms\.txt)/.test(route);

test('the committed document is the one that is served', () => {
  expect(`${text}\n`).toBe(readFileSync(join(__dirname, '../../openapi.json'), 'utf8'));
});

test('it describes exactly the routes that are served, each with GET alone', () => {
  const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = servedRoutes().filter((route) => !isPage(route));
  expect(served.sort()).toEqual(described.sort());
  expect(described).toHaveLength(allOperations.length);
});

test('it is OpenAPI 3.1.0 of version 0.1.0, with a key in the header x-api-key', () => {
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '0.1.0']);
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-api-key' });
  for (const [path, { security }] of operationsOf())
    expect({ path, security }).toEqual({ path, security: path === '/system/health' ? [] : [{ apiKey: [] }] });
});

test('every operation, parameter, status and header is described', () => {
  for (const [path, { operationId, summary, description, tags, parameters, responses }] of operationsOf()) {
    expect([path, operationId, summary, description].every((one) => typeof one === 'string' && one !== '')).toBe(true);
    expect(document.tags.map(({ name }: AnyJson) => name)).toEqual(expect.arrayContaining(tags));
    for (const { name, description: said, schema, required, example } of parameters) {
      expect({ name, said, schema }).toEqual({ name, said: expect.stringMatching(/\w/), schema: expect.any(Object) });
      if (required) expect({ name, example }).toEqual({ name, example: expect.any(String) });
    }
    for (const response of Object.values<AnyJson>(responses)) {
      const whole = response.$ref ? document.components.responses[response.$ref.split('/').at(-1)] : response;
      expect(whole.description).toMatch(/\w/);
      expect(Object.keys(whole.headers)).toContain('x-request-id');
    }
  }
  for (const { description, schema, example } of Object.values<AnyJson>(document.components.headers))
    expect([typeof description, typeof schema, example === undefined]).toEqual(['string', 'object', false]);
});

test('lists say why they end, and answers of the upstream when their media expire', () => {
  for (const operation of allOperations) {
    const { headers } = document.paths[operation.path].get.responses['200'];
    const isList = operation.answer.kind === 'list' || ['users.posts', 'posts.comments'].includes(operation.name);
    expect([operation.name, 'x-list-end' in headers]).toEqual([operation.name, isList]);
    expect('x-media-expires-at' in headers).toBe(operation.upstream.length > 0);
  }
  expect(document.components.headers['x-list-end'].schema.enum).toEqual([
    'no-cursor',
    'repeated-cursor',
    'single-page',
  ]);
});

test('the statuses of an operation are those of the table', () => {
  for (const operation of allOperations) {
    const { responses } = document.paths[operation.path].get;
    const statuses = [200, ...problemStatusesOf(operation).keys()].map(String);
    expect(Object.keys(responses).sort()).toEqual([...statuses, 'default'].sort());
  }
});

test('every operation has an example of its answer, and every problem one of each code', () => {
  for (const [path, { responses }] of operationsOf())
    expect({ path, example: responses['200'].content['application/json'].example }).toEqual({
      path,
      example: expect.any(Object),
    });
  const problems = Object.entries<AnyJson>(document.components.responses).filter(([name]) => name !== 'any_problem');
  for (const [name, { content }] of problems) {
    const { examples } = content['application/problem+json'];
    expect(name.replace(/^\d+_/, '').split('_or_').sort()).toEqual(Object.keys(examples).sort());
  }
});

test.each(Object.entries(specifiedFields))('%s has every field that is specified, mostly always', (name, fields) => {
  const schema = document.components.schemas[name];
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...fields]));
  const always = fields.filter((field) => !mayBeMissing[name]?.includes(field));
  expect(schema.required).toEqual(expect.arrayContaining(always));
});

test('what the upstream sends is open to new fields, what is made here is closed', () => {
  const made = ['AboutPanel', 'ProfileGrid', 'ResolvedMedia', 'Balance', 'Problem'];
  for (const [name, { additionalProperties, anyOf }] of Object.entries<AnyJson>(document.components.schemas)) {
    if (anyOf || name === 'Health') continue;
    expect({ name, additionalProperties }).toEqual({ name, additionalProperties: !made.includes(name) });
  }
});

test('prices are those that are promised', () => {
  const double = [
    '/users/username/{username}',
    '/users/{user_id}/stories',
    '/users/{user_id}/highlights',
    '/stories/{reel_id}',
    '/highlights/{highlight_id}',
  ];
  const free = ['/resolve/media', '/system/health', '/system/balance'];
  for (const [path, operation] of operationsOf()) {
    const units = double.includes(path) ? 2 : free.includes(path) ? 0 : 1;
    expect({ path, units: operation['x-price-units'] }).toEqual({ path, units });
  }
  expect(document.info.description).toContain('$0.000600');
  for (const path of double)
    expect(document.info.description).toMatch(new RegExp(`\\| 2 units \\|.*\`${path.replace(/[{}]/g, '\\$&')}\``));
});
