import { randomUUID } from 'node:crypto';
import { type MailServer, startMailServer } from '../support/mail-server';
import { codeOf, enableSecondFactor } from './authenticator';
import { type Browser, DashboardWorld, password } from './dashboard-world';

const publicUrl = 'https://loupe.example.com';

describe('a configured mail server', () => {
  let mail: MailServer;
  let world: DashboardWorld;
  let support: Browser;
  beforeAll(async () => {
    mail = await startMailServer();
    world = await DashboardWorld.start({ SMTP_URL: mail.url, PUBLIC_URL: `${publicUrl}/` });
    support = await signIn(await world.createSupport());
  });
  afterAll(async () => {
    await world.stop();
    mail.stop();
  });

  const signIn = ({ email }: { email: string }) => world.browser().signIn(email);
  const to = (email: string, text: string | RegExp) =>
    mail.find((message) => message.includes(`RCPT TO:<${email}>`) && message.search(text) >= 0);
  const linkIn = (message: string) =>
    /https:\/\/loupe\.example\.com\/dashboard\/welcome#([\w-]{43})/.exec(message)![1]!;

  it('sends the owner an invitation, whose link support does not see', async () => {
    const email = `${randomUUID()}@example.com`;
    const { status, json, text } = await support.post('/support/accounts', { name: 'New Ltd', owner_email: email });
    expect(status).toBe(201);
    expect(json).toMatchObject({ owner: { email }, invitation_delivery: 'emailed' });
    expect(text).not.toMatch(/welcome|invitation_url/);
    const token = linkIn(await to(email, 'welcome'));
    expect(text).not.toContain(token);
    expect((await world.browser().post('/password-links/accept', { token, password })).status).toBe(200);
  });

  it('sends the owner a reset link, which support does not see, whatever host the request names', async () => {
    const { email, userId } = await world.createOwner();
    const headers = { 'x-forwarded-host': 'evil.example' };
    const { status, json, text } = await support.post(`/support/users/${userId}/password-link`, {}, headers);
    expect({ status, json }).toEqual({
      status: 201,
      json: { purpose: 'reset', email, delivery: 'emailed', expires_at: expect.any(String) },
    });
    expect(text).not.toContain(linkIn(await to(email, 'welcome')));
  });

  it('tells all owners of an account about a new management token', async () => {
    const owner = await world.createOwner();
    const second = await world.createOwner(owner.accountId);
    const { json } = await (await signIn(owner)).post('/management-tokens', { name: 'Pipeline' });
    for (const { email } of [owner, second])
      expect(await to(email, 'management token was created')).toContain(json.prefix);
    expect(mail.messages.filter((message) => message.includes(json.token))).toEqual([]);
  });

  it('tells a user once about the tenth wrong password of an hour, whoever entered it', async () => {
    const owner = await world.createOwner();
    const browser = await signIn(owner);
    const warning = /Subject: Wrong passwords for your Loupe user/;
    const sent = () => mail.messages.filter((one) => one.includes(`<${owner.email}>`) && warning.test(one)).length;
    const guess = () => world.browser().post('/session', { email: owner.email, password: 'wrong' });
    for (let count = 0; count < 5; count++) {
      expect((await guess()).status).toBe(401);
      await browser.post('/session/confirm', { password: 'wrong' });
      if (count === 3) expect(sent()).toBe(0);
    }
    await to(owner.email, warning);
    for (let count = 0; count < 3; count++) await guess();
    // An email to another user, who is warned later, shows that no second one is under way.
    const next = await world.createOwner();
    for (let count = 0; count < 10; count++)
      await world.browser().post('/session', { email: next.email, password: 'x' });
    await to(next.email, warning);
    expect(sent()).toBe(1);
  });

  it('notifies a user of a changed password, however it was changed', async () => {
    const owner = await world.createOwner();
    const browser = await signIn(owner);
    await browser.send('PUT', '/password', { body: { current_password: password, new_password: 'another good one' } });
    await to(owner.email, /Subject: Your Loupe password was changed/);
    const other = await world.createOwner();
    await support.post(`/support/users/${other.userId}/password-link`);
    const token = linkIn(await to(other.email, 'welcome'));
    await world.browser().post('/password-links/accept', { token, password: 'another good one' });
    await to(other.email, /Subject: Your Loupe password was changed/);
  });

  it('notifies a user that a second factor was turned off', async () => {
    const owner = await world.createOwner();
    const browser = await signIn(owner);
    await enableSecondFactor(browser);
    expect((await browser.send('DELETE', '/second-factor')).status).toBe(204);
    await to(owner.email, /Subject: Two-factor authentication is off/);
    const other = await world.createOwner();
    const otherBrowser = await signIn(other);
    const { secret } = await enableSecondFactor(otherBrowser);
    expect(codeOf(secret)).toMatch(/^\d{6}$/);
    await support.post(`/support/users/${other.userId}/password-link`, { reset_second_factor: true });
    const token = linkIn(await to(other.email, 'welcome'));
    await world.browser().post('/password-links/accept', { token, password: 'another good one' });
    await to(other.email, /Subject: Two-factor authentication is off/);
  });

  it('notifies every owner of the account of a new key, without its secret', async () => {
    const owner = await world.createOwner();
    const partner = await world.createOwner(owner.accountId);
    const { json } = await (await signIn(owner)).post('/keys', { name: 'Importer' });
    for (const { email } of [owner, partner]) {
      const message = await to(email, /Subject: A new Loupe API key/);
      expect(message).toContain(json.prefix);
      expect(message).not.toContain(json.key);
    }
  });
});

describe('an unreachable mail server', () => {
  let world: DashboardWorld;
  beforeAll(async () => {
    const mail = await startMailServer();
    world = await DashboardWorld.start({ SMTP_URL: mail.url, PUBLIC_URL: 'http://localhost' });
    mail.stop();
  });
  afterAll(() => world.stop());

  it('lets support see that the link was not delivered, without showing it', async () => {
    const support = await world.supportBrowser();
    const { userId } = await world.createOwner();
    const { status, json } = await support.post(`/support/users/${userId}/password-link`);
    expect({ status, json }).toMatchObject({ status: 201, json: { delivery: 'email_failed' } });
    expect(json.url).toBeUndefined();
    const body = { name: 'New Ltd', owner_email: `${randomUUID()}@example.com` };
    const created = await support.post('/support/accounts', body);
    expect(created).toMatchObject({ status: 201, json: { invitation_delivery: 'email_failed' } });
    expect(created.json.invitation_url).toBeUndefined();
  });

  it('does not prevent the creation of a key', async () => {
    const owner = await world.ownerBrowser();
    expect((await owner.post('/keys', { name: 'x' })).json.key).toMatch(/^loupe_/);
  });
});
