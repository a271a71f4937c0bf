import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations, problemCodes, problemStatusesOf, servedOperations } from '@loupe/dto';
import { DeclaredSchemas, problemsIn } from '../endpoints/declared-schemas';
import { type AnyJson, send } from '../support/send';
import { startTestApi, type TestApi } from '../support/test-api';
import { mayBeMissing, proofs, specifiedFields } from './specified-fields';

let api: TestApi;
let document: AnyJson;
let text: string;
beforeAll(async () => {
  api = await startTestApi();
  const reply = await send(api.baseUrl, '/openapi.json');
  document = reply.json;
  text = reply.text;
});
afterAll(() => api.stop());

const operationsOf = (): [string, AnyJson][] =>
  Object.entries<AnyJson>(document.paths).map(([path, { get }]) => [path, get]);

/** The routes of Express. A route for all methods only refuses the others. */
function servedRoutes(): string[] {
  type Layer = { route?: { path: string; methods: object } };
  const layers = api.app.getHttpAdapter().getInstance().router.stack as unknown as Layer[];
  return layers.flatMap(({ route = { path: '', methods: {} } }) =>
    Object.keys(route.methods)
      .filter((method) => method !== '_all')
      .map((method) => `${method.toUpperCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`),
  );
}

/** Routes outside the document. `/mcp` describes itself to its clients, in its own protocol, and `/manage` in its own document. */
const isPage = (route: string) => /^\w+ \/(dashboard\/|manage\/|errors|openapi\.json|llms\.txt|mcp$)/.test(route);

test('the committed OpenAPI document equals the served document', () => {
  expect(`${text}\n`).toBe(readFileSync(join(__dirname, '../../openapi.json'), 'utf8'));
});

test('the OpenAPI document describes exactly the served routes, each with GET only', () => {
  const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // `/status` is described, because programs read it too, but it is not a Nest route.
  described.splice(described.indexOf('GET /status'), 1);
  const served = servedRoutes().filter((route) => !isPage(route));
  expect(served.sort()).toEqual(described.sort());
  expect(described).toHaveLength(servedOperations.length);
});

test('the OpenAPI document is OpenAPI 3.1.0, has the version of the root’s package.json, and requires a key in x-api-key or as a bearer token', () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '../../../../package.json'), 'utf8'));
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', version]);
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-api-key' });
  expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  for (const [path, { security }] of operationsOf())
    expect({ path, security }).toEqual({
      path,
      security: ['/system/health', '/status'].includes(path) ? [] : [{ apiKey: [] }, { bearer: [] }],
    });
});

test('every operation, parameter, status and header of the OpenAPI document has a description', () => {
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

test('x-list-end is documented for lists, and x-media-expires-at for responses from the upstream', () => {
  for (const operation of servedOperations) {
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

test('the documented problems of an operation are those that it declares and `internal_error`; `default` has common ones', () => {
  for (const operation of servedOperations) {
    const { default: others, ...responses } = document.paths[operation.path].get.responses;
    const documented = Object.values<AnyJson>(responses).flatMap((one) => (one.$ref ? problemsIn(document, one) : []));
    const common = problemsIn(document, others);
    const pairs = [...documented, ...common].map(({ status, code }) => `${status} ${code}`);
    const declared = [...problemStatusesOf(operation)].flatMap(([status, codes]) =>
      codes.map((one) => `${status} ${one}`),
    );
    expect([operation.name, pairs.sort()]).toEqual([operation.name, [...declared, '500 internal_error'].sort()]);
    const explicit = Object.keys(responses).filter((status) => documented.every((one) => `${one.status}` !== status));
    expect(explicit).toEqual(['200']);
    expect([...new Set(common.map(({ status }) => status))]).toEqual(
      operation.upstream.length > 0 ? [405, 409, 502, 503, 504] : [],
    );
  }
});

test('the server of the OpenAPI document is the address of the documentation', () => {
  expect(document.servers).toEqual([{ url: 'http://localhost:3000', description: 'This installation' }]);
});

test('every operation has an example of its response, and every problem response has an example of each of its codes', () => {
  for (const [path, { responses }] of operationsOf())
    expect({ path, example: responses['200'].content['application/json'].example }).toEqual({
      path,
      example: expect.any(Object),
    });
  const problems = Object.entries<AnyJson>(document.components.responses).filter(([name]) => !name.startsWith('Any'));
  for (const [name, { content }] of problems) {
    const { examples } = content['application/problem+json'];
    const codes = name.replace(/\d{3}$/, '').split(/Or(?=[A-Z])/);
    const snakeCased = codes.map((code) => code.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase());
    expect(snakeCased.sort()).toEqual(Object.keys(examples).sort());
  }
});

test.each(Object.entries(specifiedFields))(
  'the schema %s has every specified field, and requires those that are always present',
  (name, fields) => {
    const schema = document.components.schemas[name];
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining([...fields]));
    const always = proofs[name] ?? fields.filter((field) => !mayBeMissing[name]?.includes(field));
    if (name in proofs) expect(schema.required ?? []).toEqual(always);
    else expect(schema.required).toEqual(expect.arrayContaining([...always]));
  },
);

/** What Loupe checks or makes; null or nothing in the place of any other member must not make a client reject the response. */
const promised = new Set([
  ...['pk', 'items', 'next_cursor', 'has_more', 'feed', 'posts', 'comments', 'media_pk', 'media_id'],
  ...['profile_grid_items', 'pinned_profile_grid_items_ids'],
]);

test.each(allOperations.filter(({ upstream, name }) => upstream.length > 0 && name !== 'users.about'))(
  'the schema of $name allows null or nothing in the place of every member of an upstream object but its pk',
  (operation) => {
    const schemas = new DeclaredSchemas(document);
    const whole = schemas.exampleOf(operation) as AnyJson;
    const refused: string[] = [];
    const check = (place: string) => {
      const violations = schemas.violationsOf(operation, { status: 200, json: whole });
      if (violations.length > 0) refused.push(`${place}: ${violations.join(', ')}`);
    };
    const walk = (parent: AnyJson, place: string): void => {
      for (const [name, value] of Object.entries<AnyJson>(parent)) {
        if (!Array.isArray(parent) && !promised.has(name) && !/^\d+$/.test(name)) {
          parent[name] = null;
          check(`${place}.${name} null`);
          delete parent[name];
          check(`${place}.${name} missing`);
          parent[name] = value;
        }
        if (typeof value === 'object' && value !== null) walk(value, `${place}.${name}`);
      }
    };
    check('as it is');
    walk(whole, '');
    expect(refused).toEqual([]);
  },
);

test('upstream schemas and problems allow new fields, and Loupe’s own schemas do not', () => {
  const quality = ['OperationQuality', 'QualityByPeriod', 'DayQuality', 'ServiceStatus'];
  const made = ['AboutPanel', 'ProfileGrid', 'ResolvedMedia', 'ShareTarget', ...quality];
  for (const [name, { additionalProperties, anyOf }] of Object.entries<AnyJson>(document.components.schemas)) {
    if (anyOf || name === 'Health' || name === 'ProblemCode') continue;
    const isMade = made.includes(name) || (name.endsWith('Page') && name !== 'AudioPage');
    expect({ name, additionalProperties }).toEqual({ name, additionalProperties: !isMade });
  }
});

test('the documented prices are the promised prices', () => {
  const double = [
    '/users/username/{username}',
    '/users/{user_id}/stories',
    '/users/{user_id}/highlights',
    '/stories/{reel_id}',
    '/highlights/{highlight_id}',
  ];
  const free = [
    '/resolve/media',
    '/system/health',
    '/system/balance',
    '/system/price',
    '/status',
    '/monitors/{monitor_id}/events',
  ];
  for (const [path, operation] of operationsOf()) {
    const units = double.includes(path) ? 2 : free.includes(path) ? 0 : 1;
    expect({ path, units: operation['x-price-units'] }).toEqual({ path, units });
  }
  expect(document.info.description).toContain('$0.000600');
  for (const path of double)
    expect(document.info.description).toMatch(new RegExp(`\\| 2 units \\|.*\`${path.replace(/[{}]/g, '\\$&')}\``));
});

describe('the OpenAPI document for code generators', () => {
  function* schemasIn(value: AnyJson, place: string): Generator<[place: string, schema: AnyJson]> {
    if (typeof value !== 'object' || value === null) return;
    if ('$ref' in value || typeof value.type === 'string' || Array.isArray(value.type)) yield [place, value];
    for (const [name, member] of Object.entries<AnyJson>(value))
      if (!['example', 'examples'].includes(name)) yield* schemasIn(member, `${place}/${name}`);
  }
  const everySchema = () => [...schemasIn(document.paths, 'paths'), ...schemasIn(document.components, 'components')];

  it('has names that begin with a letter, and contains everything it refers to', () => {
    for (const kind of ['schemas', 'responses'])
      expect(Object.keys(document.components[kind]).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    const dangling = [...text.matchAll(/"#\/components\/(\w+)\/([^"]*)"/g)].filter(
      ([, kind, name]) => !(name! in document.components[kind!]),
    );
    expect(dangling).toEqual([]);
  });

  it('gives every number a format', () => {
    const wide = /(_count|_at|_in_ms|_reel_media|_timestamp)$/;
    for (const [place, { type, format, properties = {} }] of everySchema()) {
      const types = [type].flat();
      if (types.includes('integer')) expect([place, format]).toEqual([place, expect.stringMatching(/^int(32|64)$/)]);
      if (types.includes('number')) expect([place, format]).toEqual([place, 'double']);
      for (const [name, member] of Object.entries<AnyJson>(properties))
        if (wide.test(name) && [member.type].flat().includes('integer'))
          expect([place, name, member.format]).toEqual([place, name, 'int64']);
    }
  });

  it('limits the length of every text parameter', () => {
    for (const [path, { parameters }] of operationsOf())
      for (const { name, schema } of parameters)
        if (schema.type === 'string')
          expect({ path, name, maxLength: schema.maxLength }).toEqual({ path, name, maxLength: expect.any(Number) });
  });

  it('has no closed enumeration of upstream values or problems', () => {
    const closed = everySchema().filter(
      ([place, schema]) => place.startsWith('components/schemas/') && 'enum' in schema,
    );
    expect(closed.map(([place]) => place.replace('components/schemas/', '')).sort()).toEqual([
      'Balance/properties/currency',
      'Health/properties/status',
      'Price/properties/currency',
      'ProblemCode',
      'ShareTarget/properties/type',
    ]);
    expect(document.components.schemas.Problem.properties.code.anyOf).toEqual([
      { $ref: '#/components/schemas/ProblemCode' },
      { type: 'string' },
    ]);
    expect(document.components.schemas.ProblemCode.enum).toEqual(problemCodes);
  });

  it('names every object of more than two members', () => {
    const nameless = everySchema().filter(
      ([place, { properties = {} }]) => !/^components\/schemas\/\w+$/.test(place) && Object.keys(properties).length > 2,
    );
    expect(nameless.map(([place]) => place)).toEqual([]);
  });

  it('describes how a program pages every list', () => {
    for (const operation of servedOperations) {
      const { 'x-pagination': pagination, parameters, responses } = document.paths[operation.path].get;
      const isList = operation.answer.kind === 'list' || ['users.posts', 'posts.comments'].includes(operation.name);
      expect([operation.name, pagination !== undefined]).toEqual([operation.name, isList]);
      if (!isList) continue;
      const { style, token_parameter, token_path, items_path, has_more_path } = pagination;
      const names = parameters.map(({ name }: AnyJson) => name);
      expect(style).toBe(names.includes('cursor') || names.includes('min_id') ? 'cursor' : 'single-page');
      expect(token_parameter === undefined || names.includes(token_parameter)).toBe(true);
      const { schema } = responses['200'].content['application/json'];
      expect(schemaAt(schema, items_path).type).toBe('array');
      expect([schemaAt(schema, has_more_path).type].flat()).toContain('boolean');
      if (style === 'cursor') expect(schemaAt(schema, token_path).type).toEqual(['string', 'null']);
    }
  });

  function schemaAt(schema: AnyJson, path: string): AnyJson {
    const whole = (one: AnyJson) => (one.$ref ? document.components.schemas[one.$ref.split('/').at(-1)] : one);
    return path.split('.').reduce((parent, name) => whole(whole(parent).properties[name]), schema);
  }

  it('repeats no sentence in a description', () => {
    const twice = [...text.matchAll(/"(?:description|summary)":\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, quoted]) => {
      const sentences = (JSON.parse(quoted!) as string).split(/(?<=[.!?])\s+/);
      return sentences.filter((sentence, place) => sentences.indexOf(sentence) !== place);
    });
    expect(twice).toEqual([]);
  });
});
