// Prepares the parts of requests: the served OpenAPI document, keys in every state, existing cursors and ids.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '../harness/product.mjs';
import { encoded } from './hostile-values.mjs';
import { microsOf, ofKeys } from './soundness.mjs';

const { readEnv } = api('platform/config/env');

export async function populate(world) {
  await world.populate();
  const document = await (await fetch(`${world.baseUrl}/openapi.json`)).json();
  const operations = Object.entries(document.paths).filter(([path]) => path !== '/status');
  world.operations = operations.map(([path, { get }]) => operationOf(path, get, document));
  const [own, poor, suspended] = [
    await world.createOwner('900'),
    await world.createOwner('0'),
    await world.createOwner('5'),
  ];
  // Other keys are polled until they are refused: refusals of the tested keys would share log rows with later refusals.
  const [revoked, alsoRevoked, alsoSuspended] = [
    await world.createKey(own),
    await world.createKey(own),
    await world.createKey(suspended),
  ];
  for (const { id } of [revoked, alsoRevoked]) await own.must('DELETE', `/keys/${id}`);
  await world.support.must('POST', `/support/accounts/${suspended.accountId}/suspend`, { note: 'fuzz' });
  await world.untilStatus(alsoRevoked.key, 401);
  await world.untilStatus(alsoSuspended.key, 403);
  const customers = { own, poor, suspended };
  const keys = { ...mapped(customers, ({ key }) => key.key), revoked: revoked.key };
  world.keys = mapped(keys, (text) => ({ 'x-api-key': text }));
  world.owners = new Map(Object.entries(keys).map(([name, text]) => [text, name]));
  world.accounts = { ...mapped(customers, ({ accountId }) => accountId), revoked: own.accountId };
  world.priceMicros = BigInt(readEnv({}).PRICE_PER_REQUEST_USD);
  world.ids = await idsOf(world.simulator);
  world.cursors = await cursorsOf(world);
  // From here on, responses are compared with the ledger.
  const { headers, json } = await world.call('/system/balance', own.key.key);
  world.sinceId = headers['x-request-id'];
  world.balanceMicros = microsOf(json.balance_usd);
  await sleep(5);
}

const mapped = (object, change) => Object.fromEntries(Object.entries(object).map(([name, one]) => [name, change(one)]));

function operationOf(path, { operationId, parameters, responses, security, 'x-price-units': units }, { components }) {
  const whole = Object.entries(responses).map(([status, { $ref, ...own }]) => {
    const { headers = {}, content = {} } = $ref ? components.responses[$ref.split('/').at(-1)] : own;
    const codes = Object.keys(content['application/problem+json']?.examples ?? {});
    return [status, { codes, headers: Object.keys(headers).map((name) => name.toLowerCase()) }];
  });
  // The examples of `default` are problems that many operations share: `upstream_error_502`.
  const [, { codes: common, headers }] = whole.pop();
  for (const [, code, status] of common.map((name) => /^(.*)_(\d+)$/.exec(name))) {
    const known = whole.find(([one]) => one === status)?.[1];
    const isSent = (name) => (status === '405' ? !ofKeys.has(name) : name !== 'allow');
    if (known) known.codes.push(code);
    else whole.push([status, { codes: [code], headers: headers.filter(isSent) }]);
  }
  const isOpen = security?.length === 0;
  const codes = whole.flatMap(([, response]) => response.codes);
  return { operationId, path, parameters, units, isOpen, codes, responses: Object.fromEntries(whole) };
}

async function idsOf(simulator) {
  const catalogue = await simulator.get('catalogue');
  const all = (list, ...names) =>
    (catalogue[list] ?? []).flatMap((entry) => names.map((name) => entry[name])).filter(Boolean);
  return {
    user_id: all('users', 'pk'),
    reel_id: all('users', 'pk'),
    username: all('users', 'username'),
    post_id: all('posts', 'pk', 'id', 'code'),
    media_id: all('posts', 'pk', 'id'),
    comment_id: all('comments', 'pk'),
    highlight_id: all('highlights', 'id'),
    audio_id: all('audio', 'id'),
    location_id: all('places', 'pk'),
    name: all('hashtags', 'name'),
    query: ['trail', 'marta', 'a', 'zzzzzz', 'été', '日本', '#trail', '@marta.trails'],
  };
}

async function cursorsOf(world) {
  const cursors = [];
  for (const operation of world.operations) {
    const { parameters } = operation;
    const name = ['cursor', 'min_id'].find((one) => parameters.some((parameter) => parameter.name === one));
    if (!name) continue;
    for (const userId of ['1012', '1001', '1002']) {
      const needed = parameters.filter(({ required }) => required);
      const given = Object.fromEntries(
        needed.map((one) => [one.name, one.name === 'user_id' && one.in === 'path' ? userId : one.example]),
      );
      const { json } = await world.call(addressOf(operation, given), world.victim.key.key);
      const token = json?.next_cursor ?? json?.next_min_id ?? json?.feed?.profile_grid_items_cursor;
      if (!token) continue;
      const values = parameters.map((one) => {
        const value = one.name === name ? token : given[one.name];
        return value === undefined ? [] : [encoded(value)];
      });
      cursors.push({ operation, name, token, given, values });
      break;
    }
  }
  return cursors;
}

function addressOf({ path, parameters }, values) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encoded(values[name]));
  const query = parameters.filter((one) => one.in === 'query' && one.name in values);
  return `${filled}?${query.map(({ name }) => `${name}=${encoded(values[name])}`).join('&')}`;
}
