// Requests to each kind of route.
import { randomUUID } from 'node:crypto';

/** @returns `[name, expected status, request]` of each kind of route */
export async function kindsOf(world) {
  const owner = await world.createOwner('1000');
  const poor = await world.createOwner('0');
  const limited = await world.createOwner('10');
  await world.limit(limited, 1);
  const test = await world.createKey(owner, { mode: 'test' });
  const members = await membersOf(world);
  let turn = 0;
  const inTurn = (path) => () => members[turn++ % members.length].as({ method: 'GET', path });
  const get = (path, key, headers = {}) => ({ path, headers: { ...(key && { 'x-api-key': key.key }), ...headers } });
  const ofData = (path, headers) => get(path, owner.key, headers);
  const mcp = (message) => ({
    method: 'POST',
    path: '/mcp',
    headers: { 'x-api-key': owner.key.key, accept: 'application/json, text/event-stream' },
    body: typeof message === 'string' ? message : { jsonrpc: '2.0', id: 1, ...message },
  });
  const tool = (name, given) => mcp({ method: 'tools/call', params: { name, arguments: given } });
  const stranger = { email: 'nobody@example.com', password: 'a password that nobody has' };
  return [
    ['an object', 200, () => ofData('/users/1001')],
    ['a list', 200, () => ofData('/users/1001/followers')],
    ['a grid', 200, () => ofData('/users/1001/posts')],
    ['a call with two upstream requests', 200, () => ofData('/users/username/marta.trails')],
    ['an idempotency key', 200, () => ofData('/users/1001', { 'idempotency-key': randomUUID() })],
    ['a cached response', 200, () => ofData('/users/1001', { 'cache-control': 'max-age=300' })],
    ['a free operation', 200, () => ofData('/resolve/media?code=BvW9DMF5srJ')],
    ['the balance', 200, () => ofData('/system/balance')],
    ['a test key', 200, () => get('/users/1001', test)],
    ['health', 200, () => get('/system/health')],
    ['no key', 401, () => get('/users/1001')],
    ['no money', 402, () => get('/users/1001', poor.key)],
    ['a wrong parameter', 422, () => ofData('/users/x')],
    ['over the rate', 429, () => get('/users/1001', limited.key)],
    ['no such route', 404, () => ofData(`/nothing/${randomUUID()}`)],
    ['another method', 405, () => ({ ...ofData('/users/1001'), method: 'DELETE' })],
    ['the start page', 200, () => get('/')],
    ['a page of the documentation', 200, () => get('/docs/agents')],
    ['the OpenAPI document', 200, () => get('/openapi.json')],
    ['/llms.txt', 200, () => get('/llms.txt')],
    ['the page of an error', 200, () => get('/errors/not_found')],
    ['the session of the dashboard', 200, inTurn('/session')],
    ['the keys of an account', 200, inTurn('/keys')],
    ['a sign-in that fails', [401, 429], () => ({ method: 'POST', path: '/dashboard/api/session', body: stranger })],
    ['mcp: ping', 200, () => mcp({ method: 'ping' })],
    ['mcp: the list of tools', 200, () => mcp({ method: 'tools/list' })],
    ['mcp: a tool', 200, () => tool('loupe_balance', {})],
    ['mcp: invalid arguments', 200, () => tool('loupe_user', { [randomUUID()]: 1 })],
    ['mcp: an unknown resource', 200, () => mcp({ method: 'resources/read', params: { uri: randomUUID() } })],
    [
      'mcp: several calls',
      200,
      () => mcp(JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' })))),
    ],
    ['mcp: no message', 400, () => mcp('{')],
  ];
}

/** Owners of several accounts: the rate of the dashboard counts sessions and accounts. */
async function membersOf(world) {
  const members = [];
  while (members.length < 12) members.push(await world.createOwner('0'));
  return members;
}
