// Nothing that is sent is taken for SQL, a path, markup, a formula or code, wherever it is put.
import { setTimeout as sleep } from 'node:timers/promises';
import { said } from '../area.mjs';
import { dates, formulas, numbers, paths, sql, texts } from '../payloads.mjs';
import { closedRoutes, dataRoutes, requestTo, roleOf } from '../routes.mjs';

const anywhere = [...sql, ...paths, ...texts, ...numbers];

export async function injection(area, world) {
  const customer = await world.createOwner('900');
  customer.ids = await world.fill(customer);
  await throughParameters(area, world, customer);
  await throughFilters(area, world, customer);
  await throughStoredText(area, world, customer);
  await throughBodies(area, world);
}

/** Every parameter of the data API; what reaches the upstream stays in its place there. */
async function throughParameters(area, { installation }, customer) {
  const headers = { 'x-api-key': customer.key.key };
  for (const route of area.pick(dataRoutes)) {
    const valid = requestTo(route);
    await area.control(`${route.path} as documented`, { ...valid, headers }, [200, 403, 404]);
    for (const { name, in: place } of route.parameters) {
      // A header of the caller's is a value like any other; only the address is shared with the upstream.
      if (place === 'header') continue;
      for (const payload of area.pick(anywhere, 2, 15)) {
        const request = place === 'path' ? requestTo(route, { [name]: payload }) : withQuery(valid, name, payload);
        const what = `${route.path} with ${name}=${JSON.stringify(payload.slice(0, 60))}`;
        await area.attempt(what, { ...request, headers }, isHarmless);
      }
    }
  }
  const seen = await installation.simulator.requests();
  const strange = seen.find(({ path }) => !/^\/(api\/v1\/|graphql\/query)/.test(path) || /\.\.|%2e|\/\//i.test(path));
  area.claim('no path of the upstream is chosen by a caller', strange && `the upstream was asked for ${strange.path}`);
}

function withQuery({ path, ...request }, name, value) {
  const [address, query] = path.split('?');
  const values = new URLSearchParams(query);
  values.set(name, value);
  return { ...request, path: `${address}?${values}` };
}

function isHarmless(answer) {
  if (answer.headers['set-cookie']) return 'a cookie was set';
  if (![200, 400, 402, 403, 404, 422].includes(answer.status)) return said(answer);
  const type = answer.headers['content-type'] ?? '';
  return /json/.test(type) ? undefined : `answered as ${type}`;
}

/** Every filter of every list of the dashboard. */
async function throughFilters(area, { support }, customer) {
  const isRefusedOrEmpty = (answer) => ([200, 400, 422].includes(answer.status) ? undefined : said(answer));
  for (const route of area.pick(closedRoutes.filter(({ method }) => method === 'GET'))) {
    const person = roleOf(route) === 'support' ? support : customer;
    const request = requestTo(route, customer.ids);
    for (const { name } of route.parameters.filter((parameter) => parameter.in === 'query')) {
      const payloads = name === 'from' || name === 'to' ? dates : [...sql, ...numbers, ...texts.slice(0, 30)];
      for (const payload of area.pick(payloads, 2, 25)) {
        const what = `${route.path}?${name}=${JSON.stringify(payload.slice(0, 60))}`;
        await area.attempt(what, person.as(withQuery(request, name, payload)), isRefusedOrEmpty);
      }
    }
  }
}

/** What is stored comes back as it was sent, or is refused; a spreadsheet that opens an export runs none of it. */
async function throughStoredText(area, world, customer) {
  const { id } = customer.key;
  for (const name of area.pick([...sql, ...texts, ...formulas, '\ud800', 'a\udc00b'])) {
    const request = customer.as({ method: 'PATCH', path: `/keys/${id}`, body: { name } });
    await area.attempt(`a key called ${JSON.stringify(name.slice(0, 60))}`, request, (answer) => {
      const isKept = answer.status === 200 && answer.json.name === name.trim();
      return isKept || answer.status === 422 ? undefined : said(answer);
    });
  }
  for (const name of area.pick(formulas)) {
    if ((await customer.send('PATCH', `/keys/${id}`, { name })).status !== 200) continue;
    while (!(await world.call('/system/balance', customer.key.key)).status) await sleep(50);
    const { text } = await customer.send('GET', '/usage.csv?group_by=key');
    const cell = text.split(/\r\n|,/).find((one) => one.includes(name.replaceAll('"', '""')));
    const isDefused = cell === undefined || cell.replace(/^"/, '').startsWith("'");
    area.claim(`the export of a key called ${name}`, isDefused ? undefined : `the cell is ${cell}`);
  }
  await customer.must('PATCH', `/keys/${id}`, { name: 'attack' });
}

/** Bodies that parsers and validators stumble over. */
async function throughBodies(area, world) {
  const nested = (depth, open, close) => `{"email":${open.repeat(depth)}1${close.repeat(depth)},"password":"x"}`;
  const bodies = [
    nested(10, '[', ']'),
    nested(5_00, '[', ']'),
    nested(500, '{"a":', '}'),
    nested(1_900, '[', ']'),
    '{"email":"a@example.com","password":"x","__proto__":{"role":"support"}}',
    '{"__proto__":null}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"email":{"$ne":null},"password":{"$ne":null}}',
    '{"email":["a@example.com"],"password":["x"]}',
    '{"email":"a@example.com","email":"b@example.com","password":"x"}',
    '{"email":true,"password":1}',
    'null',
    '[]',
    '"x"',
    '1',
    '{',
    '{"email":}',
    '\u0000',
    '{"email":"\\ud800@example.com","password":"\\ud800"}',
    '\ufeff{}',
    `{"email":"${'a'.repeat(3_000)}"}`,
    '',
    '{"email":"a@example.com\\r\\nBcc: b@example.com","password":"x"}',
    '{"toString":1,"hasOwnProperty":1,"email":"a","password":"x"}',
  ];
  for (const body of bodies) {
    const request = world.browser().as({ method: 'POST', path: '/session', body });
    await area.attempt(`POST /session ${JSON.stringify(body.slice(0, 80))}`, request, [400, 401, 413, 422]);
  }
}
