import { declaredRoutes } from '../support/declared-routes';
import { type Browser, DashboardWorld, type OwnerOfAccount, password } from './dashboard-world';

const routes = declaredRoutes('dashboard-openapi')
  .map((route) => ({ ...route, path: route.path.replace('{request_id}', '0190a6e0-7c1e-7d3a-9f2b-6c5d4e3f2a1b') }))
  .filter(({ security }) => security);

/** The roles that may use each operation. All members may use other GET operations of their account. */
const changes: Record<string, readonly string[]> = {
  'AccountData.download': ['owner'],
  'Account.change': ['owner'],
  'Account.requestTopUp': ['owner'],
  'ManagementTokens.list': ['owner'],
  'ManagementTokens.create': ['owner'],
  'ManagementTokens.actions': ['owner'],
  'ManagementTokens.confirm': ['owner'],
  'ManagementTokens.revoke': ['owner'],
  'Members.invite': ['owner'],
  'Members.inviteAgain': ['owner'],
  'Members.changeRole': ['owner'],
  'Members.remove': ['owner'],
  'Notifications.turn': ['owner'],
  'Notifications.markSeen': ['owner', 'developer', 'viewer'],
  'Keys.create': ['owner', 'developer'],
  'Keys.change': ['owner', 'developer'],
  'Keys.revoke': ['owner', 'developer'],
  'Keys.rotate': ['owner', 'developer'],
  'Keys.requestRate': ['owner', 'developer'],
  'Monitors.create': ['owner', 'developer'],
  'Monitors.change': ['owner', 'developer'],
  'Monitors.remove': ['owner', 'developer'],
  'Monitors.run': ['owner', 'developer'],
  'Playground.call': ['owner', 'developer'],
  'Payments.list': ['owner'],
  'Payments.create': ['owner'],
  'Payments.read': ['owner'],
  'Webhooks.create': ['owner', 'developer'],
  'Webhooks.change': ['owner', 'developer'],
  'Webhooks.remove': ['owner', 'developer'],
  'Webhooks.rotateSecret': ['owner', 'developer'],
  'Webhooks.readSecret': ['owner', 'developer'],
  'Webhooks.test': ['owner', 'developer'],
  'Webhooks.resend': ['owner', 'developer'],
};
const members = ['owner', 'developer', 'viewer'];
const staff = ['support', 'support_viewer'];

const isPersonal = ({ operationId }: { operationId: string }) =>
  /^(Sessions?|OpenId|Passkeys|Password|SecondFactor|Answers)\./.test(operationId);
const ofAccounts = routes.filter((route) => !isPersonal(route));

function rolesOf({ method, path, operationId }: (typeof routes)[number]): readonly string[] {
  if (path.startsWith('/support/')) return method === 'GET' ? staff : ['support'];
  if (operationId.startsWith('Operations.')) return [...members, ...staff];
  return changes[operationId] ?? (method === 'GET' ? members : []);
}

describe('the members of an account', () => {
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  let browsers: Record<string, Browser>;

  beforeAll(async () => {
    world = await DashboardWorld.start();
    owner = await world.ownerBrowser();
    const [developer, viewer, support, support_viewer] = await Promise.all([
      joined('developer'),
      joined('viewer'),
      world.supportBrowser(),
      world.memberBrowser(null, 'support_viewer'),
    ]);
    browsers = { owner, developer, viewer, support, support_viewer };
  });
  afterAll(() => world.stop());

  let invited = 0;
  const invite = (role: string, by: Browser = owner) =>
    by.post('/members', { email: `member-${invited++}@example.com`, role });

  async function joined(role: string, by = owner): Promise<Browser & { id: string }> {
    const { json } = await invite(role, by);
    const token = json.invitation_url.split('#')[1];
    const browser = world.browser();
    await browser.post('/password-links/accept', { token, password });
    return Object.assign(await browser.signIn(json.email), { id: json.member.id as string });
  }

  it('have their roles listed in this test for every operation that changes an account', () => {
    const needed = ofAccounts.filter(
      ({ method, path, operationId }) => (method !== 'GET' || operationId in changes) && !path.startsWith('/support/'),
    );
    expect(needed.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(changes).sort());
  });

  it.each(ofAccounts)('may use $method $path according to their role only', async (route) => {
    const path = route.path.replace(/\{\w+\}/g, '999999999');
    const headers = { 'idempotency-key': 'matrix-of-roles-and-routes', 'content-type': 'application/json' };
    for (const [role, browser] of Object.entries(browsers)) {
      const { status, json } = await browser.send(
        route.method,
        path,
        route.method === 'GET' ? {} : { headers, body: {} },
      );
      const isAllowed = rolesOf(route).includes(role);
      expect({ role, isAllowed: status !== 403, status }).toEqual({ role, isAllowed, status });
      if (!isAllowed) expect(json).toMatchObject({ code: 'forbidden' });
    }
  });

  it('are listed with their roles, invited ones included, and can be invited again until they join', async () => {
    const { json } = await invite('viewer');
    expect(json.member).toMatchObject({ role: 'viewer', has_joined: false });
    const again = (await owner.post(`/members/${json.member.id}/invitation`)).json;
    expect(again.invitation_url).not.toBe(json.invitation_url);
    const late = await world
      .browser()
      .post('/password-links/accept', { token: json.invitation_url.split('#')[1], password });
    expect(late.status).toBe(404);
    const list = (await browsers.viewer!.get('/members')).json.items;
    expect(list[0]).toMatchObject({ email: owner.email, role: 'owner', has_joined: true });
    expect(list).toContainEqual(expect.objectContaining({ email: json.email, has_joined: false }));
    expect((await owner.post(`/members/${owner.userId}/invitation`)).status).toBe(409);
    expect((await owner.post('/members', { email: owner.email, role: 'viewer' })).status).toBe(409);
  });

  it('have a new role from their next request on', async () => {
    const member = await joined('viewer');
    expect((await member.post('/keys', { name: 'Mine' })).status).toBe(403);
    expect((await owner.send('PATCH', `/members/${member.id}`, { body: { role: 'developer' } })).json.role).toBe(
      'developer',
    );
    expect((await member.post('/keys', { name: 'Mine' })).status).toBe(201);
    const audit = (await browsers.support!.get(`/support/audit?account_id=${owner.accountId}`)).json.items;
    expect(audit).toContainEqual(expect.objectContaining({ action: 'user.change_role' }));
  });

  it('are locked out at once when they are removed', async () => {
    const member = await joined('developer');
    expect((await owner.send('DELETE', `/members/${member.id}`)).status).toBe(204);
    expect((await member.get('/keys')).status).toBe(401);
    expect((await owner.send('DELETE', `/members/${member.id}`)).status).toBe(404);
  });

  it('always include an owner, also when two owners demote each other at the same moment', async () => {
    const first = await world.ownerBrowser();
    const demote = (by: Browser, id: string | number) =>
      by.send('PATCH', `/members/${id}`, { body: { role: 'viewer' } });
    expect((await demote(first, first.userId)).status).toBe(409);
    expect((await first.send('DELETE', `/members/${first.userId}`)).status).toBe(409);
    // An invited owner does not count yet.
    await invite('owner', first);
    expect((await demote(first, first.userId)).status).toBe(409);
    const second = await joined('owner', first);
    const outcomes = await Promise.all([demote(first, second.id), demote(second, first.userId)]);
    // The other request is refused because it demotes the last owner, or because its sender is no owner any more.
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    const rest = (await first.get('/members')).json.items.filter(
      (member: { role: string; has_joined: boolean }) => member.role === 'owner' && member.has_joined,
    );
    expect(rest).toHaveLength(1);
  });
});
