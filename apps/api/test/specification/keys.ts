import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gathered, loupe } from './caller';
import { createKey, grantRate } from './dashboard';
import { expectDistinct } from './field-checks';
import { product } from './product';
import { description, endpoints, known } from './samples';

const statusWith = async (key: string) => (await loupe.get('/system/balance', { 'X-Api-Key': key })).status;

/** Revokes a key, and uses it until it is refused or 30 seconds are over. @returns the status of the last response. */
async function statusAfterRevocation(id: string, key: string): Promise<number> {
  await product().owner.call('DELETE', `/keys/${id}`);
  const deadlineMs = performance.now() + 30_000;
  for (;;) {
    const status = await statusWith(key);
    if (status === 401 || performance.now() > deadlineMs) return status;
    await sleep(100);
  }
}

describe('States and transitions', () => {
  it('"key creation in the dashboard: (none) → active"', async () => {
    const { key } = await createKey(product().owner, 'Active at once');
    expect(await statusWith(key)).toBe(200);
  });

  it('"Plaintext shown once; a SHA-256 hash and an eight-character prefix are kept"', async () => {
    const { id, key } = await createKey(product().owner, 'Shown once');
    const listed = JSON.stringify(await product().owner.call('GET', '/keys'));
    expect(listed).toContain(id);
    expect(listed).not.toContain(key);
    expect(listed).not.toContain(createHash('sha256').update(key).digest('hex'));
    // The prefix distinguishes keys, so it has eight characters after the part that all keys share.
    expect(listed).toContain(`${key.slice(0, 'loupe_'.length + 8)}"`);
  });

  it('"revocation in the dashboard: active → revoked", "effective within about thirty seconds"', async () => {
    const { id, key } = await createKey(product().owner, 'To be revoked');
    expect(await statusWith(key)).toBe(200);
    expect(await statusAfterRevocation(id, key)).toBe(401);
  });
});

describe('Authentication', () => {
  it.each(endpoints.filter(([path]) => path !== '/system/health'))(
    '"Every request except `GET /system/health` carries the header `X-Api-Key`": %s',
    async (_path, example) => {
      expect((await loupe.get(example, {})).status).toBe(401);
      expect((await loupe.get(example, { 'X-Api-Key': 'loupe_not-a-key' })).status).toBe(401);
    },
  );

  it('"Every request except `GET /system/health`": that request needs no key', async () => {
    expect((await loupe.get('/system/health', {})).status).toBe(200);
  });

  it('"the OpenAPI scheme name is apiKey, in header, name `x-api-key`"', async () => {
    const { components } = await description();
    expect(components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-api-key' });
  });

  it('"There are no scopes or permissions … every valid key reaches every endpoint"', async () => {
    const { owner, support } = product();
    const { id, key } = await createKey(owner, 'Reaches everything');
    await grantRate(owner, support, id, 100);
    const statuses: [string, number][] = [];
    for (const [path, example] of endpoints) {
      const { status } = await loupe.get(example, { 'X-Api-Key': key });
      statuses.push([path, status]);
    }
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });

  it('"many keys per account are allowed"', async () => {
    const keys = [];
    for (let n = 0; n < 5; n++) keys.push((await createKey(product().owner, `One of many ${n}`)).key);
    expectDistinct(keys);
    for (const key of keys) expect(await statusWith(key)).toBe(200);
  });

  it('"Revocation takes effect within about 30 seconds", "creating the new key, deploying it, then revoking the old one"', async () => {
    const old = await createKey(product().owner, 'Old');
    const fresh = await createKey(product().owner, 'New');
    expect([await statusWith(old.key), await statusWith(fresh.key)]).toEqual([200, 200]);
    expect(await statusAfterRevocation(old.id, old.key)).toBe(401);
    expect(await statusWith(fresh.key)).toBe(200);
  });

  it('"anyone holding one can spend the account balance"', async () => {
    const { key } = await createKey(product().owner, 'Held by anyone');
    const before = await loupe.balanceMicros();
    await fetch(`${loupe.baseUrl}/users/1001`, { headers: { 'X-Api-Key': key, 'user-agent': 'somebody else' } });
    expect(await loupe.balanceMicros()).toBeLessThan(before);
  });

  it.each([
    ['a successful response', 200, '/users/1001'],
    ['a documentation page', 200, '/docs'],
    ['a validation error', 422, '/users/marta'],
    ['a deleted post', 404, `/posts/${known.deletedPosts[0]}`],
    ['a private account', 403, `/users/${known.private[0]}/posts`],
    ['an unknown path', 404, '/no/such/address'],
  ])('"Every response carries the header `x-request-id`, unique per request": %s', async (_what, status, path) => {
    const answers = [await loupe.get(path), await loupe.get(path)];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expectDistinct(answers.map(({ headers }) => headers.get('x-request-id') ?? ''));
    expect(answers[0]!.headers.get('x-request-id')).toMatch(/./);
  });

  it('"Every response carries the header `x-request-id`": even without a key', async () => {
    expect((await loupe.get('/users/1001', {})).headers.get('x-request-id')).toMatch(/./);
  });
});

/** Registered last: it checks every response of the run. */
export function describeTheWholeRun(): void {
  describe('Every response of the run', () => {
    it('"carries the header `x-request-id`, unique per request"', () => {
      expect(gathered.requestIds.length).toBeGreaterThan(500);
      expect(gathered.requestIds).not.toContain(null);
      expect(new Set(gathered.requestIds).size).toBe(gathered.requestIds.length);
    });
    it('"All ids are strings"', () => {
      expect(gathered.ids).toBeGreaterThan(10_000);
      expect(gathered.numericIds.slice(0, 10)).toEqual([]);
    });
    it('"Timestamps … are integers (Unix seconds)"', () => {
      expect(gathered.times).toBeGreaterThan(10_000);
      expect(gathered.oddTimes.slice(0, 10)).toEqual([]);
    });
  });
}
