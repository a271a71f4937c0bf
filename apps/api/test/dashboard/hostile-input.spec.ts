import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

interface Schema {
  $ref?: string;
  properties?: Record<string, object>;
}
interface Operation {
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  security?: unknown[];
}

const document = JSON.parse(readFileSync(join(__dirname, '../../dashboard-openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Every route: method, path below the API's, and the names of its query or its body. */
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters, requestBody, security }]) => {
    const schema = requestBody?.content['application/json'].schema.$ref?.split('/').at(-1);
    return {
      method: method.toUpperCase(),
      path: path.replace('/dashboard/api', ''),
      query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      members: schema === undefined ? undefined : Object.keys(document.components.schemas[schema]?.properties ?? {}),
      isOpen: security === undefined,
    };
  }),
);
const withBody = routes.filter(({ members }) => members !== undefined);
/** Views of an account take the same from its owner and from support. */
const withQuery = routes.filter(({ path, query }) => query.length > 0 && !path.startsWith('/support/accounts/{'));
const open = withBody.filter(({ isOpen }) => isOpen);

const inheritedNames = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', '__defineGetter__'];

const texts = [
  ...['\ud800', 'a\udc00b', '\u0000', 'a\u0000b', '\u2028', '\ufeff', '😀'.repeat(60), 'é'.repeat(300), ' ', ''],
  ...['0000-01-01', '0000-12-31T00:00:00Z', '-000001-01-01', '0001-01-01', '1582-10-10', '1969-12-31', '1970-01-01'],
  ...['1970-01-01T00:00:00+14:00', '9999-12-31', '9999-12-31T23:59:59-12:00', '+275760-09-13', '2026-02-30', 'now'],
  ...['9'.repeat(15), '9'.repeat(19), '-1', '1e3', '0x10', '1.0000000', '00', 'NaN', 'Infinity', '9223372036854775808'],
  ...["'; DROP TABLE users --", '%', '\\', '$1', '{}', '::/0', '0.0.0.0/0', 'https://user@[::1]:1/', 'a@b', '=1+1'],
];
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 4 },
  fc.constantFrom(...texts),
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 0.1, 1e21, 1e308, Number.MAX_SAFE_INTEGER + 2, [], {}),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom<unknown>(...texts, null, 1, []), { maxLength: 120 }),
  fc.jsonValue({ maxDepth: 6 }),
);
const body = (members: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...members, ...inheritedNames, 'more'), hostile, { maxKeys: 60 });

const seed = Number(process.env.HOSTILE_SEED ?? Date.now() % 1_000_000);

describe('the dashboard’s API', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let support: Browser;
  let ids: Record<string, string>;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    [owner, support] = await Promise.all([world.ownerBrowser(), world.supportBrowser()]);
    const other = await world.createOwner();
    const { json: key } = await owner.post('/keys', { name: 'Tests' });
    const entry_id = await world.topUp(support, owner.accountId);
    ids = { account_id: `${other.accountId}`, user_id: `${other.userId}`, id: key.id, entry_id };
  });
  afterAll(() => world.stop());

  const addressOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
  const browserFor = (path: string) => (path.startsWith('/support/') ? support : owner);
  const send = (method: string, path: string, text?: string) =>
    browserFor(path).send(method, addressOf(path), {
      ...(text !== undefined && { body: text }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'hostile-input' },
    });

  it.each(withBody)(`answers whatever is sent to $method $path (HOSTILE_SEED=${seed})`, async (route) => {
    await fc.assert(
      fc.asyncProperty(body(route.members!), async (sent) => {
        const { status, text } = await send(route.method, route.path, JSON.stringify(sent));
        if (status >= 500) throw new Error(`${status} ${text}`);
      }),
      { seed, numRuns: 15 },
    );
  });

  it.each(withQuery)(`answers whatever is asked of $path (HOSTILE_SEED=${seed})`, async ({ path, query }) => {
    const asked = (pairs: [string, string][]) =>
      pairs.map(([name, value]) => `${name}=${encodeURIComponent(Buffer.from(value).toString())}`).join('&');
    const ask = async (pairs: [string, string][]) => {
      const { status, text } = await browserFor(path).get(`${addressOf(path)}?${asked(pairs)}`);
      if (status >= 500) throw new Error(`${status} ${text}`);
    };
    for (const name of query) for (const text of texts) await ask([[name, text]]);
    const pair = fc.tuple(fc.constantFrom(...query), fc.constantFrom(...texts));
    await fc.assert(fc.asyncProperty(fc.array(pair, { maxLength: 4 }), ask), { seed, numRuns: 10 });
  });

  it.each(['1969-12-31', '0000-01-01', '1970-01-01T00:00:00+01:00', '9999-12-31'])(
    '422: %s is no time that anything can be from',
    async (time) => {
      for (const path of ['/requests', '/requests.csv', '/ledger'])
        for (const name of ['from', 'to']) {
          const { json } = await owner.get(`${path}?${name}=${encodeURIComponent(time)}`);
          expect(json).toMatchObject({ status: 422, errors: [{ in: 'query', parameter: name }] });
        }
    },
  );

  it.each(['\ud800', 'a\udfff'])('422: %j is half a character, which no text may hold', async (half) => {
    const { json } = await owner.post('/keys', `{"name":${JSON.stringify(half)}}`);
    expect(json).toMatchObject({ status: 422, errors: [{ in: 'body', parameter: 'name' }] });
  });

  it.each(inheritedNames)('422: a member named %s is as unknown as any other', async (name) => {
    const { json } = await owner.post('/keys', `{"name":"Tests","more":1,${JSON.stringify(name)}:{"a":1}}`);
    const errors = [name, 'more'].map((parameter) => ({ in: 'body', parameter, message: 'is not allowed' }));
    expect(json).toMatchObject({ status: 422, errors });
  });

  it.each(withBody)('422: $method $path takes no body that is deep or wide', async ({ method, path, isOpen }) => {
    const depth = isOpen ? 1_900 : 7_900;
    for (const [opening, closing] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = opening.repeat(depth / opening.length) + 1 + closing.repeat(depth / opening.length);
      const { json } = await send(method, path, `{"a":${deep}}`);
      const message = 'must not be nested deeper than 4 levels';
      expect(json).toMatchObject({ status: 422, errors: [{ in: 'body', parameter: 'body', message }] });
    }
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`m${index}`, 1])));
    for (const text of [wide, `{"a":[${wide}]}`]) {
      const { json } = await send(method, path, text);
      const message = 'must have at most 50 members';
      expect(json).toMatchObject({ status: 422, errors: [{ in: 'body', parameter: 'body', message }] });
    }
  });

  it('says of more than 20 faults how many there are', async () => {
    const sent = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m${index}`, 1]));
    const { json } = await owner.post('/keys', sent);
    expect(json.errors).toHaveLength(20);
    expect(json.detail).toMatch(/^m0 is not allowed; .*; 21 more are not valid\.$/);
  });

  it.each(open)('413: $method $path, which is open to anyone, reads 4 KB', async ({ method, path }) => {
    const padded = (bytes: number) => `{"more":1${' '.repeat(bytes - '{"more":1}'.length)}}`;
    expect((await world.browser().send(method, path, { body: padded(4_096) })).status).toBe(422);
    expect((await world.browser().send(method, path, { body: padded(4_097) })).status).toBe(413);
  });

  it('413: reads 16 KB from a signed-in user, and nothing from others', async () => {
    const padded = (bytes: number) => `{"more":1${' '.repeat(bytes - '{"more":1}'.length)}}`;
    expect((await owner.post('/keys', padded(16_384))).status).toBe(422);
    expect((await owner.post('/keys', padded(16_385))).status).toBe(413);
    expect((await owner.post('/keys', `[${'['.repeat(20_000)}`)).status).toBe(413);
    expect((await world.browser().post('/keys', padded(1_000_000))).status).toBe(401);
    expect((await world.browser().post('/keys', '{')).status).toBe(401);
  });

  it('takes the longest list of addresses that a key may have', async () => {
    const allowed_ips = Array.from(
      { length: 100 },
      (_, index) => `2001:0db8:0000:0000:0000:0000:0000:0${100 + index}/128`,
    );
    expect((await owner.post('/keys', { name: 'Tests', allowed_ips })).status).toBe(201);
  });
});
