import { declaredRoutes } from '../support/declared-routes';
import { send } from '../support/send';
import { type Browser, DashboardWorld, type OwnerOfAccount } from './dashboard-world';

const withBody = declaredRoutes('dashboard-openapi')
  .filter(({ requestBody }) => requestBody !== undefined)
  .map((route) => ({ ...route, isOpen: route.security === undefined }));
const open = withBody.filter(({ isOpen }) => isOpen);

const inheritedNames = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', '__defineGetter__'];

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
  const change = (method: string, path: string, text?: string) =>
    browserFor(path).send(method, addressOf(path), {
      ...(text !== undefined && { body: text }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'hostile-input-of-strangers' },
    });

  it.each(['\ud800', 'a\udfff'])('returns 422 for %j, an unpaired surrogate, in a name', async (half) => {
    const { json } = await owner.post('/keys', `{"name":${JSON.stringify(half)}}`);
    expect(json).toMatchObject({ status: 422, errors: [{ in: 'body', parameter: 'name' }] });
  });

  it.each(inheritedNames)('returns 422 for a member named %s, as for any unknown member', async (name) => {
    const { json } = await owner.post('/keys', `{"name":"Tests","more":1,${JSON.stringify(name)}:{"a":1}}`);
    const errors = [name, 'more'].map((parameter) => ({ in: 'body', parameter, message: 'is not allowed' }));
    expect(json).toMatchObject({ status: 422, errors });
  });

  it.each(withBody)('returns 422 for a deep or wide body to $method $path', async ({ method, path, isOpen }) => {
    const depth = isOpen ? 1_900 : 7_900;
    for (const [opening, closing] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = opening.repeat(depth / opening.length) + 1 + closing.repeat(depth / opening.length);
      const { json } = await change(method, path, `{"a":${deep}}`);
      const message = 'must not be nested deeper than 4 levels';
      expect(json).toMatchObject({ status: 422, errors: [{ in: 'body', parameter: 'body', message }] });
    }
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`m${index}`, 1])));
    for (const text of [wide, `{"a":[${wide}]}`]) {
      const { json } = await change(method, path, text);
      const message = 'must have at most 50 members';
      expect(json).toMatchObject({ status: 422, errors: [{ in: 'body', parameter: 'body', message }] });
    }
  });

  it('lists at most 20 validation errors, and the number of further ones', async () => {
    const sent = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m${index}`, 1]));
    const { json } = await owner.post('/keys', sent);
    expect(json.errors).toHaveLength(20);
    expect(json.detail).toMatch(/^m0 is not allowed; .*; 21 more are invalid\.$/);
  });

  it.each(open)('returns 413 beyond 4 KB for $method $path, which is public', async ({ method, path }) => {
    const padded = (bytes: number) => `{"more":1${' '.repeat(bytes - '{"more":1}'.length)}}`;
    expect((await world.browser().send(method, path, { body: padded(4_096) })).status).toBe(422);
    expect((await world.browser().send(method, path, { body: padded(4_097) })).status).toBe(413);
  });

  it('returns 413 to a signed-in user for more than 16 KB, and 401 to others for any body', async () => {
    const padded = (bytes: number) => `{"more":1${' '.repeat(bytes - '{"more":1}'.length)}}`;
    expect((await owner.post('/keys', padded(16_384))).status).toBe(422);
    expect((await owner.post('/keys', padded(16_385))).status).toBe(413);
    expect((await owner.post('/keys', `[${'['.repeat(20_000)}`)).status).toBe(413);
    expect((await world.browser().post('/keys', padded(1_000_000))).status).toBe(401);
    expect((await world.browser().post('/keys', '{')).status).toBe(401);
  });

  it('ignores conditional requests, because no response has a validator', async () => {
    for (const path of ['/keys', '/requests.csv']) {
      // Does not use `fetch`, which adds headers that bypass caches if a condition is set.
      const headers = { cookie: owner.cookie!, 'if-none-match': '*' };
      const { status, text } = await send(world.api.baseUrl, `/dashboard/api${path}`, { headers });
      expect([status, text === '']).toEqual([200, false]);
    }
  });

  it('accepts the longest allowed list of IP ranges for a key', async () => {
    const allowed_ips = Array.from(
      { length: 100 },
      (_, index) => `2001:0db8:0000:0000:0000:0000:0000:0${100 + index}/128`,
    );
    expect((await owner.post('/keys', { name: 'Tests', allowed_ips })).status).toBe(201);
  });
});
