// Sessions: who may use them, from which site, for how long, and which actions require a fresh password.
import { randomBytes } from 'node:crypto';
import { brief } from '../area.mjs';
import { evilOrigins, formTypes, items } from '../payloads.mjs';
import { closedRoutes, consoleRoutes, requestTo, roleOf } from '../routes.mjs';

export async function sessions(area, world) {
  await otherSites(area, world);
  await cookies(area, world);
  await stepUp(area, world);
}

async function otherSites(area, world) {
  const { support } = world;
  const owner = await world.createOwner('0');
  const changes = consoleRoutes.filter(({ method }) => method !== 'GET');
  for (const route of area.pick(changes)) {
    const person = roleOf(route) === 'support' ? support : owner;
    const request = person.as(requestTo(route));
    const having = (headers, body = request.body) => ({
      ...request,
      body,
      headers: { ...request.headers, ...headers },
    });
    await area.attempts(`${route.operationId} from`, evilOrigins, (origin) => having({ origin }), 403);
    const body = JSON.stringify(request.body ?? {});
    await area.attempts(`${route.operationId} as`, formTypes, (type) => having({ 'content-type': type }, body), 415);
  }
  const headers = { origin: world.baseUrl };
  await area.control('a change from its own origin', owner.as({ method: 'DELETE', path: '/sessions', headers }), 204);
  const isNotShared = ({ headers: sent }) =>
    sent['access-control-allow-origin'] ? 'another site may read it' : undefined;
  for (const { path } of area.pick(closedRoutes.filter(({ method }) => method === 'GET'))) {
    const preflight = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    await area.attempt(`preflight of ${path}`, owner.as({ method: 'OPTIONS', path, headers: preflight }), isNotShared);
    await area.attempt(`reading ${path}`, owner.as({ path, headers: { origin: 'https://evil.example' } }), isNotShared);
  }
}

async function cookies(area, world) {
  const owner = await world.createOwner('0');
  const { token } = owner;
  await area.control('the cookie itself', owner.as({ path: '/session' }), 200);
  const path = '/dashboard/api/session';
  const cookie = (value) => ({ path, headers: { cookie: `loupe_session=${value}` } });
  const own = [token.slice(0, -1), `${token}A`, token.toLowerCase(), ` ${token}x`, `"${token}"`, `${token}%00`];
  const others = ['', 'null', '0', '*', "' OR '1'='1", '../..', '{}', 'a'.repeat(43), 'A'.repeat(4_000)];
  await area.attempts('the cookie', [...own, Buffer.from(token).toString('base64'), ...others], cookie, 401);
  const names = items(
    '  session  Loupe_Session  __Host-loupe_session  __Secure-loupe_session  loupe_session2  loupe_session[]',
  );
  await area.attempts('the token as', names, (name) => ({ path, headers: { cookie: `${name}=${token}` } }), 401);
  const headers = [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }, { 'x-session': token }];
  await area.attempts('the token in', headers, (one) => ({ path, headers: one }), 401);
  await area.attempt('the token in the URL', { path: `${path}?loupe_session=${token}` }, 401);
  const planted = world.browser();
  planted.cookies.set('loupe_session', randomBytes(32).toString('base64url'));
  const before = planted.token;
  await planted.signIn(owner.email, owner.password);
  area.check(
    'session fixation: sign-in replaces a token that was set beforehand',
    planted.token === before && 'the session keeps the planted token',
  );
  const attributes = (await world.browser().signIn(owner.email, owner.password)).headers['set-cookie'].join();
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/'])
    area.check(`the cookie is ${attribute}`, !attributes.includes(attribute) && attributes);
  const used = owner.as({ path: '/session' });
  await owner.must('DELETE', '/session');
  await area.attempt('a token after sign-out', used, 401);
}

async function stepUp(area, world) {
  const customer = await world.createOwner('1');
  const ids = {
    account_id: customer.accountId,
    user_id: customer.userId,
    keys: customer.key.id,
    entry_id: customer.entryId,
  };
  const support = await world.signedIn(world.support.email, world.support.password);
  for (const { email } of [support, customer]) {
    const newest = 'SELECT max(s.id) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1';
    const stale = "password_checked_at = now() - interval '11 minutes'";
    await world.dataSource.query(`UPDATE sessions SET ${stale} WHERE id = (${newest})`, [email]);
  }
  const ofOwners = [
    'Keys.create',
    'Keys.rotate',
    'Webhooks.create',
    'Webhooks.rotateSecret',
    'SecondFactor.enrol',
    'SecondFactor.disable',
    'Members.invite',
    'Members.changeRole',
  ];
  // Support's notes do not require a recent password check.
  const notes = /^Customers\.(add|remove)Note$/;
  for (const route of closedRoutes.filter(({ method, operationId }) => method !== 'GET' && !notes.test(operationId))) {
    const person = roleOf(route) === 'support' ? support : customer;
    if (person === customer && !ofOwners.includes(route.operationId)) continue;
    const request = requestTo(route, { 'rate-requests': '1', webhooks: '1', ...ids });
    await area.attempt(`${route.operationId} without a fresh password`, person.as(request), (answer) =>
      answer.json?.reason === 'fresh_password_required' ? undefined : brief(answer),
    );
  }
  await area.control('a session without a fresh password reads', support.as({ path: '/support/accounts' }), 200);
}
