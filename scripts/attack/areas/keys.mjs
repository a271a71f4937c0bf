// API keys: only the key itself, where it belongs, from where it may be used, for as long as it lives.
import { said } from '../area.mjs';
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
  const elsewhere = [
    { path: `${balance}?api_key=${key}` },
    { path: `${balance}?x-api-key=${key}` },
    { path: `${balance}?key=${key}` },
    { headers: { cookie: `x-api-key=${key}` } },
    { headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } },
    { headers: { 'api-key': key } },
    { headers: { apikey: key } },
    { headers: { 'x-apikey': key } },
    { headers: { 'proxy-authorization': `Bearer ${key}` } },
  ];
  for (const request of elsewhere)
    await refused(`a key in ${Object.keys(request.headers ?? { 'the query': 1 })}`, request, [401, 422]);
  await lives(area, world, refused);
  await addresses(area, world);
  await races(area, world);
  await shownOnce(area, world, owner);
}

/** Every letter changed, keys cut short, made longer, turned round or of another case. */
function* changes(area, key) {
  for (let at = 0; at < key.length; at++)
    yield key.slice(0, at) + area.choose([...alphabet].filter((one) => one !== key[at])) + key.slice(at + 1);
  for (const part of [0, 6, 14, 20, key.length - 1]) yield key.slice(0, part) || 'x';
  yield* [
    `${key}A`,
    `A${key}`,
    `${key}${key}`,
    `${key},${key}`,
    `${key}, x`,
    key.toUpperCase(),
    key.toLowerCase(),
    [...key].reverse().join(''),
    `"${key}"`,
    `Bearer ${key}`,
    'loupe_',
    'null',
    "' OR '1'='1",
    '*',
    '%',
    'a'.repeat(5_000),
  ];
}

/** Keys that are over, at the next request; another customer's cannot be revived. */
async function lives(area, world, refused) {
  const owner = await world.createOwner();
  const revoked = await world.createKey(owner);
  await owner.must('DELETE', `/keys/${revoked.id}`);
  await refused('a revoked key', { headers: { 'x-api-key': revoked.key } });
  const rotated = await world.createKey(owner);
  world.remember('API key', (await owner.must('POST', `/keys/${rotated.id}/rotate`, { overlap_seconds: 0 })).key);
  await refused('a key rotated without an overlap', { headers: { 'x-api-key': rotated.key } });
  const expired = await world.createKey(owner);
  await world.db.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
  await owner.must('PATCH', `/keys/${expired.id}`, { name: 'expired' });
  await refused('an expired key', { headers: { 'x-api-key': expired.key } });
  for (const [method, path, body] of [
    ['PATCH', '', { expires_at: null }],
    ['PATCH', '', { name: 'again' }],
    ['POST', '/rotate', { overlap_seconds: 600 }],
  ])
    await area.attempt(
      `${method} ${path} of a revoked key`,
      owner.as({ method, path: `/keys/${revoked.id}${path}`, body }),
      [404, 409, 422],
    );
  for (const seconds of [-1, 604_801, 1.5, 'x', null, 1e9])
    await area.attempt(
      `an overlap of ${seconds}`,
      owner.as({ method: 'POST', path: `/keys/${owner.key.id}/rotate`, body: { overlap_seconds: seconds } }),
      422,
    );
  for (const expires_at of ['1999-01-01T00:00:00Z', 'now', '2026-02-30T00:00:00Z', 1, '', '+275760-09-14T00:00:00Z'])
    await area.attempt(
      `an expiry of ${expires_at}`,
      owner.as({ method: 'POST', path: '/keys', body: { name: 'x', expires_at } }),
      422,
    );
  for (const cap of ['-1', '1e3', 'NaN', -1, '0.0000001', '9999999999', ''])
    await area.attempt(
      `a cap of ${cap}`,
      owner.as({ method: 'POST', path: '/keys', body: { name: 'x', daily_cap_usd: cap } }),
      422,
    );
}

/** A key bound to addresses works from them alone, whatever a caller says of its own address. */
async function addresses(area, world) {
  const owner = await world.createOwner();
  const bound = await world.createKey(owner, { allowed_ips: ['203.0.113.0/24', '2001:db8::/64'] });
  const request = (address) => ({ path: balance, headers: { 'x-api-key': bound.key, 'x-forwarded-for': address } });
  for (const address of ['203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9'])
    await area.control(`from ${address}`, request(address), 200);
  const outside = [
    '203.0.114.1',
    '203.0.112.255',
    '2001:db8:0:1::1',
    '203.0.113.9, 10.1.2.3',
    '203.0.113.9,10.1.2.3:80',
    '::ffff:10.1.2.3',
    '',
    'unknown',
    '203.0.113.9.evil.example',
    '203.0.113.256',
    '203.0.113',
    '0xcb.0.113.9',
    'localhost',
    '203.0.113.9/24',
    '203.0.113.9 10.1.2.3',
  ];
  for (const address of outside) await area.attempt(`a bound key from ${address}`, request(address), 401);
  for (const headers of [
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { 'x-client-ip': '203.0.113.9' },
    { 'true-client-ip': '203.0.113.9' },
    { 'cf-connecting-ip': '203.0.113.9' },
  ])
    await area.attempt(
      `a bound key with ${Object.keys(headers)}`,
      { path: balance, headers: { 'x-api-key': bound.key, ...headers } },
      401,
    );
  for (const range of [
    '0.0.0.0/33',
    '::/129',
    '1.2.3',
    '1.2.3.4/-1',
    '1.2.3.4/',
    '/8',
    'localhost',
    '1.2.3.4-1.2.3.9',
    '1.2.3.4/0x8',
    '::1/1.5',
    '1.2.3.4 ',
    "1.2.3.4'--",
    '01.2.3.4',
  ])
    await area.attempt(
      `the range ${range}`,
      owner.as({ method: 'POST', path: '/keys', body: { name: 'x', allowed_ips: [range] } }),
      ({ status, json, text }) =>
        status === 422 || (status === 201 && json.allowed_ips[0] === range.trim()) ? undefined : said({ status, text }),
    );
}

async function races(area, world) {
  const owner = await world.createOwner('1');
  const rotations = await Promise.all(
    Array.from({ length: 20 }, () => owner.send('POST', `/keys/${owner.key.id}/rotate`, { overlap_seconds: 60 })),
  );
  const rotated = rotations.filter(({ status }) => status === 201).length;
  area.claim('one key rotated 20 times at once', rotated !== 1 && `${rotated} new keys`);
  const other = await world.createOwner('1');
  for (let batch = 0; batch < 7; batch++)
    await Promise.all(Array.from({ length: 10 }, () => other.send('POST', '/keys', { name: 'many' })));
  const { items } = await other.must('GET', '/keys');
  area.claim('70 keys made for one account', items.length > 50 && `${items.length} keys`);
  const capped = await world.createOwner('1');
  const { key } = await world.createKey(capped, { daily_cap_usd: '0.006' });
  const answers = await Promise.all(Array.from({ length: 40 }, () => world.call('/users/1001', key)));
  const paid = answers.filter(({ status }) => status === 200).length;
  area.claim('40 calls at once under a cap of 10', paid !== 10 && `${paid} were answered`);
}

/** A key is seen once, when it is made; the database knows its hash and beginning alone. */
async function shownOnce(area, world, owner) {
  for (const path of [
    '/keys',
    '/account',
    '/usage',
    '/requests',
    '/overview',
    '/ledger',
    '/requests.csv',
    '/usage.csv?group_by=key',
  ])
    await area.attempt(`${path} after a key was made`, owner.as({ path }), ({ text }) =>
      text.includes(owner.key.key) ? 'shows the key' : undefined,
    );
  const [row] = await world.db.query('SELECT k::text AS row FROM api_keys k WHERE id = $1', [owner.key.id]);
  const rest = owner.key.key.slice('loupe_'.length + 8);
  area.claim('the row of a key', row.row.includes(rest) && 'holds the key');
}
