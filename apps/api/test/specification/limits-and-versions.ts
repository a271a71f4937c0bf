import { type Answer, type Body, loupe } from './caller';
import { createKey, grantRate } from './dashboard';
import { expectEvery } from './field-checks';
import { product } from './product';
import { description, endpoints, expectCost } from './samples';

async function burst(
  count: number,
  key: string,
  path = '/resolve/media?pk=1',
): Promise<{ answers: Answer[]; seconds: number }> {
  const startMs = performance.now();
  const answers = await Promise.all(Array.from({ length: count }, () => loupe.get(path, { 'X-Api-Key': key })));
  return { answers, seconds: (performance.now() - startMs) / 1000 };
}
const passed = (answers: Answer[]) => answers.filter(({ status }) => status === 200);
const refused = (answers: Answer[]) => answers.filter(({ status }) => status === 429);

describe('Limits', () => {
  it('"10 requests per second per key", "Over the limit: 429 `too_many_requests`"', async () => {
    const { key } = await createKey(product().owner, 'Ten a second');
    const { answers, seconds } = await burst(40, key);
    expect(passed(answers).length).toBeGreaterThanOrEqual(10);
    expect(passed(answers).length).toBeLessThanOrEqual(10 * Math.ceil(seconds + 1e-9));
    expect(refused(answers)).toHaveLength(40 - passed(answers).length);
    for (const { body } of refused(answers)) expect(body.code).toBe('too_many_requests');
    expect(refused(answers).length).toBeGreaterThan(0);
  });

  it('"the message carries a Retry-After hint"', async () => {
    const { key } = await createKey(product().owner, 'Told when');
    const [first] = refused((await burst(40, key)).answers);
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(first?.body.detail).toMatch(/\d/);
  });

  it('"Over the limit: no charge", "Requests that fail with 429 cost nothing"', async () => {
    const once = await loupe.costMicros('/users/1001');
    const { key } = await createKey(product().owner, 'Not charged');
    const before = await loupe.balanceMicros();
    const { answers } = await burst(30, key, '/users/1001');
    expect(refused(answers).length).toBeGreaterThan(0);
    expect(before - (await loupe.balanceMicros())).toBe(passed(answers).length * once);
  });

  it('"per key (not per account; several keys raise the total)"', async () => {
    const keys = [await createKey(product().owner, 'First'), await createKey(product().owner, 'Second')];
    const bursts = await Promise.all(keys.map(({ key }) => burst(10, key)));
    expect(bursts.map(({ answers }) => passed(answers).length)).toEqual([10, 10]);
  });

  it('"A higher ceiling on one key can be requested"', async () => {
    const { owner, support } = product();
    const { id, key } = await createKey(owner, 'Raised');
    await grantRate(owner, support, id, 50);
    expect(passed((await burst(40, key)).answers)).toHaveLength(40);
  });

  it.each(['/users/username/marta.trails', '/users/1001/stories', '/stories/1001', '/users/1001/highlights'])(
    '"Billing multiplier: username lookup, stories and highlights cost double": %s',
    async (path) => expectCost(path, 2),
  );

  it.each(endpoints.filter(([path]) => !/username|stories|highlights|^\/(resolve|system)/.test(path)))(
    '"Billing multiplier": %s costs one unit',
    async (_path, example) => expectCost(example, 1),
  );

  it.each(['/resolve/media?pk=1', '/system/balance', '/system/health'])(
    '"/resolve/media, /system/balance cost nothing": %s',
    async (path) => expectCost(path, 0),
  );
});

describe('Versioning', () => {
  it('"The machine-readable description is version 0.1.0 (OpenAPI 3.1.0)"', async () => {
    const { openapi, info } = await description();
    expect([openapi, info.version]).toEqual(['3.1.0', '0.1.0']);
  });

  it.each(endpoints)('"The machine-readable description" has %s', async (path) => {
    const { paths } = await description();
    expect(Object.keys(paths[path] ?? {})).toEqual(['get']);
  });

  it('"Path parameters are strings"', async () => {
    const { paths } = await description();
    const parameters = Object.values<Body>(paths).flatMap(({ get }) => get.parameters ?? []);
    expectEvery(
      parameters.filter((parameter) => parameter.in === 'path'),
      'schema',
      ({ type }) => type === 'string',
    );
  });

  it('"max_id (deprecated, unsupported)" of /users/{user_id}/posts', async () => {
    const { paths } = await description();
    const parameters: Body[] = paths['/users/{user_id}/posts'].get.parameters;
    expectEvery(
      parameters.filter(({ name }) => name === 'max_id'),
      'deprecated',
      (value) => value === true,
    );
  });

  it('"Paths carry no version segment"', async () => {
    const paths = Object.keys((await description()).paths);
    expect(paths.length).toBeGreaterThanOrEqual(endpoints.length);
    expect(paths.filter((path) => /\/v\d+(\/|$)/.test(path))).toEqual([]);
    expect((await loupe.get('/v1/users/1001')).status).toBe(404);
  });
});
