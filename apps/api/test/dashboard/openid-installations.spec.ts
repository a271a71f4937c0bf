import { TestProvider } from '../../../../scripts/testing/openid-provider';
import { OperatorTerminal } from '../operator/operator-terminal';
import { DashboardWorld, password } from './dashboard-world';
import { TwoSiteBrowser } from './openid-browser';

describe('an installation with an OpenID provider', () => {
  let world: DashboardWorld;
  let provider: TestProvider;
  afterEach(async () => {
    await world.stop();
    await provider.stop();
  });

  async function start(options: Parameters<typeof TestProvider.start>[0], variables: NodeJS.ProcessEnv = {}) {
    provider = await TestProvider.start(options);
    world = await DashboardWorld.start({ ...provider.variables(), ...variables });
  }
  const browser = () => new TwoSiteBrowser(world.api.baseUrl);
  async function inviteTo(): Promise<{ userId: number; email: string }> {
    const owner = await world.ownerBrowser();
    const email = `invited-${owner.userId}@example.com`;
    const { json } = await owner.post('/members', { email, role: 'viewer' });
    return { userId: Number(json.member.id), email };
  }

  it('starts while the provider is down, and signs in with ES256, the secret in a header and an address of userinfo when it is up', async () => {
    await start({ algorithm: 'ES256', thinTokens: true, clientAuthentication: 'client_secret_basic' });
    expect(await browser().signIn()).toContain('failed=provider_down');
    provider.register(world.api.baseUrl);
    const { email } = await inviteTo();
    provider.account = { subject: 'ada', claims: { email: email.toUpperCase(), email_verified: true } };
    expect(await browser().signIn()).toBe('/dashboard/');
  });

  it('refuses a provider that calls itself by another issuer, such as one for all tenants', async () => {
    await start({}, {});
    provider.register(world.api.baseUrl);
    await world.stop();
    world = await DashboardWorld.start({ ...provider.variables(), OIDC_ISSUER: `${provider.issuer}/` });
    expect(await browser().signIn()).toContain('failed=provider_down');
  });

  it('without passwords lets one only link its user, while an operator’s link still signs in, once', async () => {
    await start({});
    provider.register(world.api.baseUrl);
    const owner = await world.ownerBrowser();
    const { cookie: signedIn } = owner;
    const { json: invited } = await owner.post('/members', { email: 'later@example.com', role: 'viewer' });
    const token = invited.invitation_url.split('#')[1];
    const { DATABASE_URL } = { DATABASE_URL: world.api.database.url };
    const strict = await DashboardWorld.start({ ...provider.variables(), PASSWORD_SIGN_IN: 'false', DATABASE_URL });
    try {
      provider.register(strict.api.baseUrl);
      const person = new TwoSiteBrowser(strict.api.baseUrl);
      expect((await person.call('GET', '/session/visitor')).json.sign_in).toEqual({
        password: false,
        provider: 'Example ID',
        waiting: null,
      });
      // A session that a password opened has ended.
      const before = await fetch(`${strict.api.baseUrl}/dashboard/api/session`, { headers: { cookie: signedIn! } });
      expect(before.status).toBe(401);
      const credentials = { email: owner.email, password };
      expect((await person.call('POST', '/session', credentials)).status).toBe(403);
      const accepted = await person.call('POST', '/password-links/accept', { token, password: 'four words of hers' });
      expect(accepted.status).toBe(403);
      provider.account = { subject: 'grace', claims: {} };
      expect(await person.signIn()).toContain('failed=not_verified');
      expect((await person.call('POST', '/session/oidc/link', credentials)).status).toBe(204);
      expect((await person.call('PUT', '/password', { new_password: 'four words of hers' })).status).toBe(403);
      expect((await person.call('POST', '/session/confirm', { password })).status).toBe(403);
      // The password does not count as a way to sign in here.
      expect((await person.call('DELETE', '/provider-link')).status).toBe(409);
      const operator = new OperatorTerminal({ ...provider.variables(), PASSWORD_SIGN_IN: 'false', DATABASE_URL });
      expect((await operator.run(['password-link', '--email', owner.email])).errors).toContain('turned off');
      const staff = await operator.facts(['create-user', '--email', 'new@example.com', '--role', 'support']);
      expect(staff.sign_in_url).toContain('/dashboard/welcome#');
      expect((await operator.run(['password-link', '--email', 'new@example.com'])).errors).toContain('sign-in-link');
      const { sign_in_url } = await operator.facts(['sign-in-link', '--email', owner.email]);
      const later = new TwoSiteBrowser(strict.api.baseUrl);
      const linkToken = sign_in_url!.split('#')[1];
      expect((await later.call('POST', '/session/link', { token: linkToken })).json.user.email).toBe(owner.email);
      expect((await later.call('POST', '/session/link', { token: linkToken })).status).toBe(404);
      const audited = await world.dataSource.query(
        `SELECT actor_label FROM audit_log WHERE action = 'user.issue_sign_in_link'`,
      );
      expect(audited).toEqual([{ actor_label: 'operator' }, { actor_label: 'operator' }]);
    } finally {
      await strict.stop();
    }
  });
});
