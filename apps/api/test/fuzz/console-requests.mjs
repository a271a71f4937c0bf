// Draws requests to every declared route of the dashboard's API, as a customer, as support and without a session.
import fc from 'fast-check';
import { consoleRoutes, exampleOf, roleOf } from '../attack/routes.mjs';
import {
  brokenBody,
  encoded,
  hostileBody,
  hostileText,
  oddHeaders,
  spelled,
  withoutLongHead,
} from './hostile-values.mjs';

/** Routes that can end the session of their caller. Most requests to them are sent without a session. */
const ends = new Set(['Session.signOut', 'Sessions.revoke', 'Staff.disable']);

export function consoleRequests(ids) {
  return fc.oneof(...consoleRoutes.map((route) => requestTo(route, ids)));
}

function requestTo(route, ids) {
  const { method, path, parameters, body, members } = route;
  const text = spelled(hostileText);
  const valueFor = (parameter) =>
    fc.oneof(
      { weight: 2, arbitrary: validValue(parameter, path, ids) },
      { weight: parameter.in === 'path' ? 1 : 3, arbitrary: text },
    );
  const role = roleOf(route) === 'support' ? 'support' : 'customer';
  const rarely = (usual, odd) => fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  const safeBody = ends.has(route.operationId)
    ? brokenBody
    : fc.oneof(
        fc.constant(JSON.stringify(exampleOf(body ?? {}))),
        hostileBody(members).map((one) => JSON.stringify(one)),
        brokenBody,
      );
  return fc
    .record({
      values: fc.tuple(...inPath.map(valueFor)),
      query: fc.tuple(...inQuery.map((one) => fc.array(valueFor(one), { maxLength: 2 }))),
      unknown: rarely(
        [],
        fc.array(fc.tuple(fc.constantFrom('x', '__proto__', 'Limit', 'limit[]', ''), text), { maxLength: 3 }),
      ),
      method: rarely(method, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'FOO')),
      person: rarely(ends.has(route.operationId) ? 'nobody' : role, fc.constantFrom('nobody', 'support', 'customer')),
      body: body ? safeBody : rarely(undefined, brokenBody),
      type: rarely(
        {},
        fc
          .constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', '')
          .map((one) => ({ 'content-type': one })),
      ),
      encoding: rarely(
        {},
        fc.constantFrom('gzip', 'br', 'x', 'gzip, gzip').map((one) => ({ 'content-encoding': one })),
      ),
      headers: rarely({}, oddHeaders),
      idempotency: fc.oneof(fc.uuid(), fc.constantFrom('', 'x', '\xff', 'k'.repeat(5_000))),
    })
    .map((parts) => ({ ...compose(path, inPath, inQuery, parts), route }));
}

function compose(template, inPath, inQuery, { values, query, unknown, type, encoding, headers, idempotency, ...rest }) {
  let path = template;
  for (const [at, { name }] of inPath.entries()) path = path.replace(`{${name}}`, () => values[at]);
  const pairs = [...query.flatMap((several, at) => several.map((value) => [inQuery[at].name, value])), ...unknown];
  const search = pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : '';
  const all = { ...headers, ...type, ...encoding, 'idempotency-key': idempotency };
  return withoutLongHead({ ...rest, path: path + search, headers: all });
}

function validValue({ name, schema = {}, example }, path, ids) {
  const kind = /(keys|sessions|rate-requests)\/\{id\}/.exec(path)?.[1];
  const id = (name === 'id' ? ids[kind] : ids[name]) ?? example ?? exampleOf(schema);
  return fc.constant(encoded(`${id}`));
}
