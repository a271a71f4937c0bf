import { gzipSync } from 'node:zlib';
import { brief } from '../area.mjs';
import { hiddenFiles, items } from '../payloads.mjs';
import { consoleRoutes, dataRoutes, requestTo } from '../routes.mjs';

const publicPaths = items(`
  /  /docs/  /openapi.json  /llms.txt  /errors  /errors/not_found  /dashboard/  /system/health  /nowhere  /dashboard/api/nowhere
  /dashboard/assets/nothing.js
`);

export async function http(area, world) {
  await headers(area, world);
  await bodies(area, world);
  await area.control('the next caller is served', { path: '/system/health' }, 200);
}

async function headers(area, world) {
  const owner = await world.createOwner('1');
  const keyless = area.pick(dataRoutes).map((route) => requestTo(route));
  const keyed = keyless.map((request) => ({ ...request, headers: { 'x-api-key': owner.key.key } }));
  const console = area.pick(consoleRoutes).map((route) => requestTo(route));
  for (const request of [...publicPaths.map((path) => ({ path })), ...keyless, ...keyed, ...console]) {
    const what = `headers of ${request.method ?? 'GET'} ${request.path.slice(0, 80)}`;
    await area.attempt(what, request, ({ status, headers: sent }) => {
      if (sent['x-content-type-options'] !== 'nosniff') return 'no x-content-type-options: nosniff';
      if (!sent['x-request-id']) return 'no x-request-id';
      if (sent['x-powered-by'] || sent.server) return 'names its server software';
      const isKeyed = !request.path.startsWith('/dashboard');
      return status === 401 && isKeyed && !sent['www-authenticate'] ? 'a 401 without www-authenticate' : undefined;
    });
  }
  // Every path below /dashboard/ serves the page, which shows its own 404.
  const isHidden = (answer) =>
    [400, 404].includes(answer.status) || /<title>/.test(answer.text) ? undefined : brief(answer);
  await area.attempts('GET', hiddenFiles, (path) => ({ path }), isHidden);
  const own = { path: '/system/health', headers: { 'x-request-id': 'mine' } };
  const isOurs = ({ headers: sent }) => (sent['x-request-id'].includes('mine') ? "the caller's id is used" : undefined);
  await area.attempt('a request id of the caller', own, isOurs);
}

/** Bodies that cost more to parse than to send. */
async function bodies(area, world) {
  const owner = await world.createOwner('1');
  const openPaths = consoleRoutes.filter(({ isOpen, body }) => isOpen && body).map(({ path }) => path);
  const members = (count) => `{${Array.from({ length: count }, (_, at) => `"m${at}":1`).join()}}`;
  const deep = (depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const few = ({ status, text, json }) => {
    if (status === 422 && json.errors.length > 20)
      return `${json.errors.length} validation errors in ${text.length} characters`;
    return [400, 413, 422].includes(status) ? undefined : brief({ status, text });
  };
  for (const path of openPaths) {
    const post = (body) => ({ method: 'POST', path, body });
    const many = [members(60), members(300), deep(200), deep(1_500), deep(1_990)];
    await area.attempts(path, many, post, few);
    const ofSize = (size) => post(`{"email":"${'a'.repeat(size)}"}`);
    await area.attempts(`${path} with a body of this many bytes:`, [4_200, 16_500, 66_000, 1_000_000], ofSize, 413);
  }
  const change = (body, extra = {}) =>
    owner.as({ method: 'PATCH', path: `/keys/${owner.key.id}`, body, headers: extra });
  const many = [members(60), members(900), deep(1_000), deep(5_000), deep(7_000)];
  await area.attempts('signed in:', many, (body) => change(body), few);
  await area.attempt('signed in: 17,000 bytes', change(`{"name":"${'a'.repeat(17_000)}"}`), 413);
  const bomb = gzipSync(Buffer.alloc(20_000_000, 'a'));
  await area.attempt('a gzip bomb', change(bomb, { 'content-encoding': 'gzip' }), [400, 413, 415]);
  const encoded = (encoding) => change('{"name":"x"}', { 'content-encoding': encoding });
  const encodings = ['br', 'deflate', 'zstd', 'gzip, gzip', 'x', 'identity;q=0'];
  await area.attempts('a body as', encodings, encoded, [400, 413, 415]);
  const spelled = (charset) => change('{"name":"x"}', { 'content-type': `application/json; charset=${charset}` });
  await area.attempts('a body in', ['utf-16', 'x'], spelled, [400, 415, 422]);
}
