import { allOperations, type Operation } from '@loupe/dto';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_SECOND: '10000' });
  tenant = await api.tenants.create('1');
});
afterAll(() => api.stop());

/** A request whose parameters all have the value %00, which none accepts. */
function addressOf({ path, parameters }: Operation): string {
  const query = Object.keys(parameters).filter((name) => !path.includes(`{${name}}`));
  const search = query.map((name) => `${name}=%00`).join('&');
  return path.replace(/\{\w+\}/g, '%00') + (search && `?${search}`);
}

// Single wrong values are in the cases of endpoints.spec.ts, in parameters.spec.ts and in the fuzz run.
test.each(allOperations.filter((one) => Object.keys(one.parameters).length > 1).map((one) => [one.name, one] as const))(
  '%s reports all validation errors of a request at once, free of charge, before any upstream request',
  async (_, operation) => {
    await api.simulator.forget();
    const reply = await send(api.baseUrl, addressOf(operation), { key: tenant.key });
    expectProblem(reply, 422, 'unprocessable_entity', 0n);
    // Whether Loupe issued a cursor, and the form of a post id, are checked only for otherwise valid requests.
    const checkedLater = (name: string) => ['cursor', 'min_id', 'max_id', 'post_id', 'media_id'].includes(name);
    const named = reply.json.errors.map(({ parameter }: { parameter: string }) => parameter);
    const names = Object.keys(operation.parameters);
    expect([...new Set(named)].sort()).toEqual(
      names.filter((name) => !checkedLater(name) || named.includes(name)).sort(),
    );
    expect(await api.simulator.seen()).toEqual([]);
  },
);

test('all unknown parameters are reported, together with every other validation error, free of charge', async () => {
  await api.simulator.forget();
  const names = ['user_id', 'format', '__proto__', 'constructor', 'Cursor', 'a[b]'];
  const path = `/users/${known.marta}/reels?${names.map((name) => `${name}=1`).join('&')}&sort_by_views=no`;
  const reply = await send(api.baseUrl, path, { key: tenant.key });
  expectProblem(reply, 422, 'unprocessable_entity', 0n);
  const named = reply.json.errors.map(({ parameter }: { parameter: string }) => parameter);
  expect(named).toEqual(['sort_by_views', ...names]);
  expect(reply.headers['x-cost-usd']).toBe('0');
  expect(await api.simulator.seen()).toEqual([]);
});

test('an unencoded & in a url parameter is detected', async () => {
  const address = 'https://www.instagram.com/s/aGlnaGxpZ2h0OjE3?story_media_id=1_2&igsh=x';
  const reply = await send(api.baseUrl, `/oembed?url=${address}`, { key: tenant.key });
  expect(reply.json.errors).toMatchObject([{ parameter: 'igsh', message: expect.stringContaining('%26') }]);
});

test('a key in the query is reported as misplaced, with or without a key in the header', async () => {
  const path = `/users/${known.marta}?api_key=${tenant.key}`;
  const [without, beside] = await Promise.all([send(api.baseUrl, path), send(api.baseUrl, path, { key: tenant.key })]);
  expectProblem(without, 401, 'unauthorized', 0n);
  expectProblem(beside, 422, 'unprocessable_entity', 0n);
  for (const { json, text } of [without, beside]) {
    expect(json.detail).toContain('not in the query, because URLs end up in logs');
    expect(text).not.toContain(tenant.key);
  }
});
