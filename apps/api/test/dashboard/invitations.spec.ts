import { randomUUID } from 'node:crypto';
import { EmailLimits } from '../../src/core/identity/email-limits';
import { type MailServer, startMailServer } from '../support/mail-server';
import { type Browser, DashboardWorld, type OwnerOfAccount, password } from './dashboard-world';

const newEmail = () => `${randomUUID()}@example.com`;
const invite = (by: Browser, email: string) => by.post('/members', { email, role: 'viewer' });
const inviteAgain = (by: Browser, id: string) => by.post(`/members/${id}/invitation`);
const remove = (by: Browser, id: string) => by.send('DELETE', `/members/${id}`);

describe('emails that members of an account cause', () => {
  let mail: MailServer;
  let world: DashboardWorld;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    mail = await startMailServer();
    world = await DashboardWorld.start({ SMTP_URL: mail.url, PUBLIC_URL: 'https://loupe.example.com' });
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
  });
  afterAll(async () => {
    await world.stop();
    mail.stop();
  });

  const to = (email: string) => mail.messages.filter((message) => message.includes(`RCPT TO:<${email}>`));
  const dayLater = () =>
    world.dataSource.query(
      `UPDATE sent_emails SET sent_at = ARRAY (SELECT at - interval '1 day' FROM unnest(sent_at) AS at)`,
    );

  it('are limited to three for one address that concurrent requests invite a hundred times', async () => {
    const email = newEmail();
    const { id } = (await invite(owner, email)).json.member;
    const statuses: number[] = [];
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => inviteAgain(owner, id)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(98);
    expect(to(email)).toHaveLength(3);
  });

  it('are limited to three for one address that is removed and invited again, and for one that several accounts invite', async () => {
    const [removed, shared] = [newEmail(), newEmail()];
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { status, json } = await invite(owner, removed);
      statuses.push(status);
      if (status === 201) await remove(owner, json.member.id);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    const owners = await Promise.all([1, 2, 3, 4, 5].map(() => world.ownerBrowser()));
    const answers = await Promise.all(owners.map((by) => invite(by, shared)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
    expect([to(removed).length, to(shared).length]).toEqual([3, 3]);
    const refused = owners[answers.findIndex(({ status }) => status === 429)]!;
    expect((await refused.get('/members')).json.items).toHaveLength(1);
  });

  it('are limited to twenty for one account, whoever receives them, even if the members are removed', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => invite(owner, newEmail())));
      statuses.push(...answers.map(({ status }) => status));
      for (const { json } of answers) if (json.member) await remove(owner, json.member.id);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await invite(await world.ownerBrowser(), newEmail())).status).toBe(201);
  });

  it('are refused with the time to wait, and sent again once the first is a day old', async () => {
    const email = newEmail();
    const { id } = (await invite(owner, email)).json.member;
    for (const _ of [1, 2]) await inviteAgain(owner, id);
    const { status, headers, json } = await inviteAgain(owner, id);
    expect({ status, json }).toMatchObject({ status: 429, json: { code: 'too_many_requests', limit: 'rate' } });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(80_000);
    expect(seconds).toBeLessThanOrEqual(86_400);
    await dayLater();
    expect((await inviteAgain(owner, id)).status).toBe(201);
    expect(to(email)).toHaveLength(4);
  });

  it('are remembered for a day, by the hash of the address', async () => {
    const email = newEmail();
    await invite(owner, email);
    expect(await world.rowsWith('sent_emails', email)).toEqual([]);
    await dayLater();
    await world.api.app.get(EmailLimits, { strict: false }).forget();
    expect(await world.dataSource.query('SELECT FROM sent_emails')).toEqual([]);
  });

  it('about new keys are limited to three for each owner, announce the limit, and use up no invitations', async () => {
    const developer = await world.memberBrowser(owner.accountId, 'developer');
    const partner = await world.createOwner(owner.accountId);
    for (let made = 0; made < 6; made++) {
      const { json } = await developer.post('/keys', { name: `Key ${made}` });
      await developer.send('DELETE', `/keys/${json.id}`);
    }
    for (const { email } of [owner, partner]) {
      await mail.find((message) => message.includes(`RCPT TO:<${email}>`) && message.includes('no more emails'));
      const limits = world.api.app.get(EmailLimits, { strict: false });
      expect(await limits.tryTake('key', owner.accountId, email)).toBeUndefined();
      expect(to(email)).toHaveLength(3);
    }
    expect((await invite(owner, newEmail())).status).toBe(201);
  });

  it('reveal only to the address itself that it already has a user', async () => {
    const [stranger, customer] = [newEmail(), await world.createOwner()];
    const answers = [await invite(owner, stranger), await invite(owner, customer.email)];
    expect(answers.map(({ status, json }) => ({ status, delivery: json.invitation_delivery }))).toEqual([
      { status: 201, delivery: 'emailed' },
      { status: 201, delivery: 'emailed' },
    ]);
    expect(to(stranger)[0]).toMatch(/An account has been created for you/);
    expect(to(customer.email)[0]).toMatch(/you already have a Loupe user/);
  });
});

describe('an invitation that nobody has accepted', () => {
  let world: DashboardWorld;
  let support: Browser;
  let owner: Browser & OwnerOfAccount;
  beforeAll(async () => {
    world = await DashboardWorld.start();
    support = await world.supportBrowser();
  });
  beforeEach(async () => {
    owner = await world.ownerBrowser();
  });
  afterAll(() => world.stop());

  const createCustomer = (owner_email: string, more: object = {}) =>
    support.post('/support/accounts', { name: 'New Ltd', owner_email, ...more });
  const accept = ({ json }: { json: { invitation_url: string } }, typed = password) =>
    world.browser().post('/password-links/accept', { token: json.invitation_url.split('#')[1], password: typed });

  it('looks the same for the address of an existing user and for a new address', async () => {
    const addresses = [newEmail(), (await world.createOwner()).email, (await world.createSupport()).email];
    const [unknown, ...known] = await Promise.all(addresses.map((email) => invite(owner, email)));
    const plain = ({ status, json, text }: typeof unknown & object, email: string) => ({
      status,
      names: Object.keys(json),
      length: text.length - 2 * email.length,
      json: { ...json, email: '', invitation_url: '', member: { ...json.member, email: '', id: '', created_at: '' } },
    });
    expect(unknown!.status).toBe(201);
    for (const [index, answer] of known.entries())
      expect(plain(answer, addresses[index + 1]!)).toEqual(plain(unknown!, addresses[0]!));
    const listed = (await owner.get('/members')).json.items.slice(1);
    expect(
      new Set(listed.map((member: object) => JSON.stringify({ ...member, id: 0, email: 0, created_at: 0 }))),
    ).toHaveProperty('size', 1);
    for (const { json } of [unknown!, ...known]) expect((await inviteAgain(owner, json.member.id)).status).toBe(201);
    expect((await invite(owner, addresses[1]!)).status).toBe(409);
  });

  it('prevents neither support nor another account from using its address', async () => {
    const email = newEmail();
    const invited = await invite(owner, email);
    expect((await invite(await world.ownerBrowser(), email)).status).toBe(201);
    const created = await createCustomer(email);
    expect(created.status).toBe(201);
    expect((await accept(created)).status).toBe(200);
    const browser = await world.browser().signIn(email);
    expect((await browser.get('/account')).json).toMatchObject({ id: created.json.id });
    expect((await accept(invited)).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await createCustomer(email)).status).toBe(409);
    expect((await createCustomer(newEmail(), { owner_password: password })).status).toBe(201);
  });

  it('changes nothing for an existing user of the address until an owner removes that user', async () => {
    const email = newEmail();
    const first = await invite(owner, email);
    expect((await accept(first)).status).toBe(200);
    const other = await world.ownerBrowser();
    const second = await invite(other, email);
    const refused = await accept(second, 'a password of somebody else');
    expect(refused.json).toMatchObject({ status: 409, code: 'conflict' });
    const member = await world.browser().signIn(email);
    expect((await member.get('/account')).json).toMatchObject({ id: `${owner.accountId}` });
    expect((await other.get('/members')).json.items[1]).toMatchObject({ email, has_joined: false });
    await remove(owner, first.json.member.id);
    expect((await accept(second)).status).toBe(200);
    const moved = await world.browser().signIn(email);
    expect((await moved.get('/account')).json).toMatchObject({ id: `${other.accountId}` });
  });

  it('is refused when another invitation to its address is accepted at the same moment', async () => {
    const email = newEmail();
    const invitations = [await invite(owner, email), await invite(await world.ownerBrowser(), email)];
    const answers = await Promise.all(invitations.map((invitation) => accept(invitation)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await world.browser().signIn(email);
  });

  it('is found by support, which can issue its link again', async () => {
    const email = newEmail();
    const { id } = (await invite(owner, email)).json.member;
    const { items } = (await support.get(`/support/accounts?query=${email}`)).json;
    expect(items).toMatchObject([{ id: `${owner.accountId}`, match: { kind: 'email' } }]);
    const issued = await support.post(`/support/users/${id}/password-link`);
    expect(issued.json).toMatchObject({ email, purpose: 'invitation' });
    expect((await accept({ json: { invitation_url: issued.json.url } })).status).toBe(200);
  });

  it('counts towards the maximum of fifty members: of ten concurrent invitations at 45, five succeed', async () => {
    await world.dataSource.query(
      `INSERT INTO users (email, role, account_id) SELECT 'member-' || n || '-of-' || $1 || '@example.com', 'viewer', $1::bigint
       FROM generate_series(1, 44) AS n`,
      [owner.accountId],
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(owner, newEmail())));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409, 409, 409]);
    expect((await owner.get('/members')).json.items).toHaveLength(50);
  });
});
