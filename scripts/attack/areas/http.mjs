// What a request may carry: malformed requests, headers, bodies.
import { gzipSync } from 'node:zlib';
import { said } from '../area.mjs';
import { statusesIn, talk } from '../http.mjs';
import { smuggling } from '../payloads.mjs';
import { consoleRoutes, dataRoutes, requestTo } from '../routes.mjs';

const publicPaths = [
  '/',
  '/docs/',
  '/openapi.json',
  '/llms.txt',
  '/errors',
  '/errors/not_found',
  '/dashboard/',
  '/system/health',
  '/nowhere',
  '/dashboard/api/nowhere',
  '/dashboard/assets/nothing.js',
];

export async function http(area, world) {
  await malformed(area, world);
  await headers(area, world);
  await bodies(area, world);
}

/** Refused as a whole; no request that hides inside another is answered. */
async function malformed(area, world) {
  const line = 'GET /system/health HTTP/1.1\r\nHost: x\r\n\r\n';
  const both = statusesIn(await talk(world.baseUrl, line + line));
  area.verify('two requests on one connection are answered', both.join() !== '200,200' && both.join());
  for (const bytes of area.pick(smuggling, 12)) {
    const statuses = statusesIn(await talk(world.baseUrl, bytes));
    // The request inside would be answered with 404; that what follows is not understood may be said.
    const isHeld = statuses.every((status, index) => (index === 0 ? status >= 400 && status !== 404 : status === 400));
    area.claim(JSON.stringify(bytes.slice(0, 160)), !isHeld && `answered ${statuses.join()}`);
  }
  await area.control('and the next caller is served', { path: '/system/health' }, 200);
}

/** What every answer tells a browser, and none tells a caller. */
async function headers(area, world) {
  const owner = await world.createOwner('1');
  const keyed = area
    .pick(dataRoutes)
    .map((route) => ({ ...requestTo(route), headers: { 'x-api-key': owner.key.key } }));
  const console = area.pick(consoleRoutes).map((route) => requestTo(route));
  for (const request of [
    ...publicPaths.map((path) => ({ path })),
    ...keyed,
    ...keyed.map(({ path }) => ({ path })),
    ...console,
  ])
    await area.attempt(
      `headers of ${request.method ?? 'GET'} ${request.path.slice(0, 80)}`,
      request,
      ({ status, headers: sent }) => {
        if (sent['x-content-type-options'] !== 'nosniff') return 'no x-content-type-options: nosniff';
        if (!sent['x-request-id']) return 'no x-request-id';
        if (sent['x-powered-by'] || sent.server) return 'names what it runs on';
        if (status === 401 && !request.path.startsWith('/dashboard') && !sent['www-authenticate'])
          return 'a 401 without www-authenticate';
        return undefined;
      },
    );
  for (const path of [
    '/docs/package.json',
    '/docs/index.js',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/dashboard/..%2f..%2fpackage.json',
    '/dashboard/assets/..%2f..%2f..%2fpackage.json',
    '/docs/swagger-ui-bundle.js.map',
    '/.env',
    '/.git/config',
    '/package.json',
    '/metrics',
    '/readyz',
    '/dashboard/%00',
    '/docs//etc/passwd',
  ])
    await area.attempt(`GET ${path}`, { path }, ({ status, text }) =>
      status === 404 || status === 400 || (path.startsWith('/dashboard') && !text.includes('"version"'))
        ? undefined
        : said({ status, text }),
    );
  await area.attempt(
    'a request id of the caller’s',
    { path: '/system/health', headers: { 'x-request-id': 'mine\u00e9' } },
    ({ headers: sent }) => (sent['x-request-id'].includes('mine') ? 'is taken over' : undefined),
  );
}

/** Bodies that cost more to read than to send. */
async function bodies(area, world) {
  const owner = await world.createOwner('1');
  const opens = consoleRoutes.filter(({ isOpen, body }) => isOpen && body).map(({ path }) => path);
  const members = (count) => `{${Array.from({ length: count }, (_, at) => `"m${at}":1`).join()}}`;
  const deep = (depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const few = ({ status, text, json }) => {
    if (status === 422 && json.errors.length > 20) return `${json.errors.length} faults in ${text.length} characters`;
    return [400, 413, 422].includes(status) ? undefined : said({ status, text });
  };
  for (const path of opens) {
    for (const body of [members(60), members(300), deep(200), deep(1_500), deep(1_990)])
      await area.attempt(`${path} ${body.slice(0, 60)}…`, { method: 'POST', path, body }, few);
    for (const size of [4_200, 16_500, 66_000, 1_000_000])
      await area.attempt(
        `${path} with ${size} bytes`,
        { method: 'POST', path, body: `{"email":"${'a'.repeat(size)}"}` },
        413,
      );
  }
  const change = (body, extra = {}) =>
    owner.as({ method: 'PATCH', path: `/keys/${owner.key.id}`, body, headers: extra });
  for (const body of [members(60), members(900), deep(1_000), deep(5_000), deep(7_000)])
    await area.attempt(`signed in: ${body.slice(0, 60)}…`, change(body), few);
  await area.attempt('signed in: 17,000 bytes', change(`{"name":"${'a'.repeat(17_000)}"}`), 413);
  const bomb = gzipSync(Buffer.alloc(20_000_000, 'a'));
  await area.attempt('a gzip bomb', change(bomb, { 'content-encoding': 'gzip' }), [400, 413, 415]);
  for (const encoding of ['br', 'deflate', 'zstd', 'gzip, gzip', 'x', 'identity;q=0'])
    await area.attempt(
      `a body as ${encoding}`,
      change('{"name":"x"}', { 'content-encoding': encoding }),
      [400, 413, 415],
    );
  for (const type of [
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'application/json; charset=x',
  ])
    await area.attempt(`a body as ${type}`, change('{"name":"x"}', { 'content-type': type }), [400, 415, 422]);
}
