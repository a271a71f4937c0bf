import { gunzipSync } from 'node:zlib';
import { ask, askJson, parsed, simulatorForTests } from './client';
import { examples } from './operation-examples';

const simulator = simulatorForTests();

describe('operations', () => {
  test('every operation has an example, and every example has an operation', async () => {
    const { operations } = await askJson(simulator.it, '/_sim/operations');
    expect(operations.map(({ name }: { name: string }) => name).sort()).toEqual(Object.keys(examples).sort());
  });

  test.each(Object.entries(examples))('%s returns 200 and well-formed JSON rows', async (name, [path, options]) => {
    simulator.it.requests.clear();
    const reply = await ask(simulator.it, path, options);
    expect(reply.status).toBe(200);
    const bodies = reply.text
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(bodies.every((body) => typeof body === 'object')).toBe(true);
    expect(simulator.it.requests.list().counts).toEqual({ [name]: 1 });
  });

  test.each(Object.entries(examples))(
    '%s rejects the wrong method and a path with a missing or extra slash at its end',
    async (_, [path, options]) => {
      const [bare = '', query] = path.split('?');
      const wrong = options?.form ? 'GET' : 'POST';
      expect((await ask(simulator.it, bare, { method: wrong })).status).toBe(405);
      const without = bare.replace(/\/$/, '') + (query ? `?${query}` : '');
      const { status, headers } = await ask(simulator.it, without === bare ? `${bare}/` : without, options);
      expect(headers['content-type']).toMatch(/html/);
      expect(status).toBe(404);
    },
  );

  test.each(Object.entries(examples))(
    '%s requires a session, as a cookie or a bearer token',
    async (_, [path, options]) => {
      const refused = await ask(simulator.it, path, { ...options, session: null });
      expect([refused.status, parsed(refused.text).message]).toEqual([403, 'login_required']);
      const bearer = { authorization: 'Bearer IGT:2:loupe-sim-session' };
      expect((await ask(simulator.it, path, { ...options, session: null, headers: bearer })).status).toBe(200);
      expect((await ask(simulator.it, path, { ...options, session: 'another' })).status).toBe(403);
    },
  );

  test('a compressed response has the same content', async () => {
    const plain = await ask(simulator.it, '/api/v1/users/1001/info/');
    const zipped = await ask(simulator.it, '/api/v1/users/1001/info/', { headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  });

  test('an unknown path returns an HTML 404', async () => {
    const { status, headers } = await ask(simulator.it, '/api/v1/nothing/here/');
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });
});
