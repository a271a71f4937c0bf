// Only the exact key works, only in its header, only from an allowed IP, and only while it is valid.
import { addressesOutside, badRanges, items } from '../payloads.mjs';
import { dataRoutes, requestTo } from '../routes.mjs';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const balance = '/system/balance';

export async function keys(area, world) {
  const owner = await world.createOwner();
  const { key } = owner.key;
  const from = (number) => ({ 'x-forwarded-for': `10.9.${number >> 8}.${number & 255}` });
  let attempts = 0;
  const refused = (what, request, expected = 401) =>
    area.attempt(what, { path: balance, ...request, headers: { ...from(attempts++), ...request.headers } }, expected);

  for (const route of area.pick(dataRoutes)) {
    const request = requestTo(route);
    await refused(`${route.path} without a key`, request);
    await refused(`${route.path} with a cookie`, { ...request, headers: { cookie: `loupe_session=${owner.token}` } });
    await area.control(`${route.path} with the key`, { ...request, headers: { 'x-api-key': key } }, [200, 403, 404]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'])
      await area.attempt(`${method} ${route.path}`, { ...request, method, headers: { 'x-api-key': key } }, 405);
  }
  for (const changed of area.pick([...changes(area, key)], 12))
    await refused(`the key ${changed}`, { headers: { 'x-api-key': changed } });
  for (const name of ['api_key', 'x-api-key', 'key'])
    await refused(`a key in the query as ${name}`, { path: `${balance}?${name}=${key}` }, [401, 422]);
  const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const elsewhere = { cookie: `x-api-key=${key}`, authorization: basic, 'proxy-authorization': `Bearer ${key}` };
  for (const [name, value] of Object.entries({ ...elsewhere, 'api-key': key, apikey: key, 'x-apikey': key }))
    await refused(`a key as ${name}`, { headers: { [name]: value } });
  await invalidKeys(area, world, refused);
  await boundIps(area, world);
}

function* changes(area, key) {
  for (let at = 0; at < key.length; at++)
    yield key.slice(0, at) + area.choose([...alphabet].filter((one) => one !== key[at])) + key.slice(at + 1);
  for (const part of [0, 6, 14, 20, key.length - 1]) yield key.slice(0, part) || 'x';
  yield* [`${key}A`, `A${key}`, `${key}${key}`, `${key},${key}`, `${key}, x`, key.toUpperCase(), key.toLowerCase()];
  yield* [
    [...key].reverse().join(''),
    `"${key}"`,
    `Bearer ${key}`,
    'loupe_',
    'null',
    "' OR '1'='1",
    '*',
    'a'.repeat(5_000),
  ];
}

async function invalidKeys(area, world, refused) {
  const owner = await world.createOwner();
  const revoked = await world.createKey(owner);
  await owner.must('DELETE', `/keys/${revoked.id}`);
  await world.untilStatus(revoked.key, 401);
  await refused('a revoked key', { headers: { 'x-api-key': revoked.key } });
  const rotated = await world.createKey(owner);
  world.remember('API key', (await owner.must('POST', `/keys/${rotated.id}/rotate`, { overlap_seconds: 0 })).key);
  await world.untilStatus(rotated.key, 401);
  await refused('a key rotated without an overlap', { headers: { 'x-api-key': rotated.key } });
  const expired = await world.createKey(owner);
  await world.dataSource.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [
    expired.id,
  ]);
  await owner.must('PATCH', `/keys/${expired.id}`, { name: 'expired' });
  await world.untilStatus(expired.key, 401);
  await refused('an expired key', { headers: { 'x-api-key': expired.key } });
  const again = { '': { expires_at: null }, '/rotate': { overlap_seconds: 600 } };
  for (const [path, body] of Object.entries(again)) {
    const request = { method: path ? 'POST' : 'PATCH', path: `/keys/${revoked.id}${path}`, body };
    await area.attempt(`reviving a revoked key${path}`, owner.as(request), [404, 409, 422]);
  }
  const rotate = (seconds) =>
    owner.as({ method: 'POST', path: `/keys/${owner.key.id}/rotate`, body: { overlap_seconds: seconds } });
  const create = (body) => owner.as({ method: 'POST', path: '/keys', body: { name: 'x', ...body } });
  await area.attempts('an overlap of', [-1, 604_801, 1.5, 'x', null, 1e9], rotate, 422);
  const times = [1, ...items('  1999-01-01T00:00:00Z  now  2026-02-30T00:00:00Z  +275760-09-14T00:00:00Z'), ''];
  await area.attempts('an expiry of', times, (expires_at) => create({ expires_at }), 422);
  const caps = ['-1', '1e3', 'NaN', -1, '0.0000001', '9999999999', ''];
  await area.attempts('a cap of', caps, (cap) => create({ daily_cap_usd: cap }), 422);
}

/** A key bound to IP ranges works only from them. No header except X-Forwarded-For can claim an IP. */
async function boundIps(area, world) {
  const owner = await world.createOwner();
  const bound = await world.createKey(owner, { allowed_ips: ['203.0.113.0/24', '2001:db8::/64'] });
  const request = (address) => ({ path: balance, headers: { 'x-api-key': bound.key, 'x-forwarded-for': address } });
  for (const address of ['203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9'])
    await area.control(`from ${address}`, request(address), 200);
  await area.attempts('a bound key from', ['', ...addressesOutside], request, 401);
  for (const name of ['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'forwarded']) {
    const headers = { 'x-api-key': bound.key, [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' };
    await area.attempt(`a bound key with ${name}`, { path: balance, headers }, 401);
  }
  const bind = (range) => owner.as({ method: 'POST', path: '/keys', body: { name: 'x', allowed_ips: [range] } });
  await area.attempts('the range', badRanges, bind, 422);
}
