// Nobody reaches a customer's data without a session, with the wrong role, or as another customer with the real ids.
import { randomBytes } from 'node:crypto';
import { brief } from '../area.mjs';
import { extraMembers, idForms, otherPaths, trickHeaders } from '../payloads.mjs';
import { closedRoutes, consoleRoutes, requestTo, roleOf } from '../routes.mjs';

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const open = [200, 201, 202, 204, 409, 422, 429];
/** Nobody here is linked with a provider, pays by card, or has a top-up that waits for a decision. */
const missing = /\/(provider-link|payments|pending-top-ups)\b/;

export async function tenancy(area, world) {
  const { victim, stranger, bystander, support } = world;
  const before = await everythingOf(victim);
  const requestFor = (route, { ids }) => requestTo(route, ids);
  await controls(area, world, requestFor);
  const routes = area.pick(closedRoutes);

  const ended = await world.signedIn(stranger.email, stranger.password);
  const endedCookie = `loupe_session=${ended.token}`;
  await ended.must('DELETE', '/session');
  const cookies = { 'no cookie': '', 'a forged cookie': `loupe_session=${randomBytes(32).toString('base64url')}` };
  Object.assign(cookies, {
    'an ended session': endedCookie,
    'an API key as cookie': `loupe_session=${victim.key.key}`,
  });
  for (const route of routes) {
    const request = requestFor(route, victim);
    for (const [what, cookie] of Object.entries(cookies)) {
      const headers = { ...request.headers, ...(cookie && { cookie }) };
      await area.attempt(`${nameOf(route)} with ${what}`, { ...request, headers }, 401);
    }
    const role = roleOf(route);
    if (role === 'support') {
      for (const owner of [victim, stranger])
        await area.attempt(`${nameOf(route)} as an owner`, owner.as(request), 403);
    } else if (role === 'owner') {
      await area.attempt(`${nameOf(route)} as support`, support.as(request), 403);
    }
  }
  // An unknown idempotency key is a valid question: nothing is known about it.
  const withIds = closedRoutes.filter(
    (route) => route.path.includes('{') && !route.path.includes('/answers/') && roleOf(route) !== 'support',
  );
  for (const route of area.pick(withIds, 3)) {
    await area.attempt(`${nameOf(route)} with another's id`, stranger.as(requestFor(route, victim)), 404);
    const request = requestFor(route, victim);
    for (const form of idForms(request.path.split('/')[4], stranger.key.id)) {
      const path = route.path.replace(/\{\w+\}/, form);
      await area.attempt(`${nameOf(route)} with the id ${form}`, stranger.as({ ...request, path }), [400, 404]);
    }
  }
  for (const route of area.pick(
    closedRoutes.filter(({ path }) => path.includes('{account_id}')),
    3,
  )) {
    for (const id of ['1', '2', '3', '999999', 'x', '-1', `${victim.accountId}.0`]) {
      const request = requestTo(route, { ...bystander.ids, account_id: id });
      await area.attempt(`${nameOf(route)} of the account ${id}`, support.as(request), 404);
    }
  }
  const mixed = `/support/accounts/${bystander.accountId}/requests/${victim.ids.request_id}`;
  await area.attempt("another account's request", support.as({ method: 'GET', path: mixed }), 404);
  await bypasses(area, world);
  await massAssignment(area, world);
  area.check('nothing of the victim changes', difference(before, await everythingOf(victim)));
}

/** The right user passes every check with their own rows, so a 401, 403 or 404 of an attempt is due to its sender. */
async function controls(area, world, requestFor) {
  const deletes = ({ method }) => Number(method === 'DELETE');
  for (const route of area.pick(closedRoutes).toSorted((one, other) => deletes(one) - deletes(other))) {
    const isSupports = roleOf(route) === 'support';
    const endsSessions = route.method !== 'GET' && /\/(sessions?|password)\b/.test(route.path) && !isSupports;
    const person = isSupports ? world.support : endsSessions ? await world.createOwner('0') : world.bystander;
    if (endsSessions) person.ids = { sessions: (await person.must('GET', '/sessions')).items[0].id };
    const request = requestFor(route, isSupports ? world.bystander : person);
    // These routes invite, disable or refund. An invalid body passes the same checks and changes nothing.
    const isHarmful = /support\/(users|staff|entries)/.test(route.path) && route.body;
    const expected = missing.test(route.path) ? [...open, 404] : open;
    await area.control(nameOf(route), person.as(isHarmful ? { ...request, body: { unknown: 1 } } : request), expected);
  }
}

async function bypasses(area, { victim, stranger, support }) {
  const isOwn = (answer) => (answer.json?.id === stranger.accountId ? undefined : brief(answer));
  for (const headers of trickHeaders(victim.accountId))
    await area.attempt(
      `GET /account with ${JSON.stringify(headers)}`,
      stranger.as({ path: '/account', headers }),
      isOwn,
    );
  const isClosed = ({ json, status }) => (json?.items || status === 500 ? `answered ${status}` : undefined);
  for (const way of otherPaths)
    await area.attempt(`GET ${way} as an owner`, stranger.as({ path: `/dashboard/api${way}` }), isClosed);
  const paths = [...new Set(closedRoutes.map(({ path }) => path))];
  for (const path of area.pick(paths, 4)) {
    const routes = closedRoutes.filter((route) => route.path === path);
    const person = roleOf(routes[0]) === 'support' ? support : stranger;
    const address = requestTo(routes[0], victim.ids).path;
    const declared = consoleRoutes.filter((route) => route.path === path).map(({ method }) => method);
    for (const method of allMethods.filter((one) => !declared.includes(one)))
      await area.attempt(`${method} ${path}, which is not declared`, person.as({ method, path: address }), (answer) => {
        // OPTIONS may list the methods, but must not allow other origins.
        const isRefused = [400, 403, 404, 405].includes(answer.status) || (method === 'OPTIONS' && !answer.json);
        return isRefused && !answer.headers['access-control-allow-origin'] ? undefined : brief(answer);
      });
  }
}

async function massAssignment(area, { victim, bystander, support }) {
  for (const route of area.pick(
    closedRoutes.filter(({ body }) => body),
    4,
  )) {
    const person = roleOf(route) === 'support' ? support : bystander;
    const request = requestTo(route, bystander.ids);
    for (const name of area.pick(extraMembers, 3)) {
      const declared = Object.keys(request.body).includes(name) || JSON.stringify(route.body).includes(`"${name}"`);
      const body = { ...request.body, [name]: victim.accountId };
      if (!declared) await area.attempt(`${nameOf(route)} with ${name}`, person.as({ ...request, body }), [409, 422]);
    }
  }
}

async function everythingOf(owner) {
  const paths = ['/account', '/keys', '/webhooks', '/ledger', '/second-factor', '/sessions'];
  const answers = await Promise.all(paths.map((path) => owner.must('GET', path)));
  return JSON.stringify(
    answers,
    (name, value) => (/_seen_at|_used_(at|from)|last_24|_today|_month|_by_day/.test(name) ? undefined : value),
    1,
  );
}

function difference(before, after) {
  const lines = before.split('\n');
  const changed = after.split('\n').find((line, index) => line !== lines[index]);
  return changed && `now: ${changed}`;
}

const nameOf = ({ method, path }) => `${method} ${path}`;
