import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { chooseForKey } from './support/key-menu';
import {
  type Customer,
  callApi,
  newColleague,
  newCustomer,
  newKey,
  newOwner,
  Person,
  supporter,
  until,
} from './support/people';
import { totp } from './support/totp';
import { startReceiver } from './support/webhook-receiver';

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const send = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, menu: string, item: string) => {
  await press(page, `Actions for ${menu}`);
  await page.getByRole('menuitem', { name: item }).click();
};

type Rows = { items: Record<string, unknown>[] };

/** The members of responses that the table reads. */
interface Answer {
  readonly id: string;
  readonly enabled: boolean;
  readonly status: string;
  readonly balance_usd: string;
  readonly low_balance_threshold_usd: string | null;
  readonly top_up_request: { amount_usd: string } | null;
  readonly notes: object[];
}

/** Who uses the page, and what the table's functions need to know. */
interface Scene {
  readonly page: Page;
  readonly customer: Customer;
  readonly owner: Person;
  readonly support: Person;
  /** What `prepare` returned. */
  readonly made: string;
}

interface Case {
  readonly route: string;
  readonly by: 'owner' | 'support';
  readonly balance?: string;
  readonly prepare?: (scene: Omit<Scene, 'page' | 'made'>) => Promise<string>;
  readonly at: string;
  readonly act: (scene: Scene) => Promise<void>;
  /** What the page says, although the response was lost. */
  readonly says: string | RegExp;
  /** What is stored; it must have happened once. */
  readonly outcome: (scene: Scene) => Promise<unknown>;
  readonly expected: unknown;
}

const keysNamed = async ({ owner }: Scene, name: string) =>
  (await owner.call<Rows>('GET', '/keys')).items.filter((key) => key.name === name);
const worksOf = async ({ page }: Scene) =>
  (await callApi('/system/balance', await page.getByTestId('new-key').innerText())).status;
const linkWorks = async ({ page }: Scene) =>
  (await fetch((await dialog(page).locator('pre').innerText()).replace(/#.*/, ''))).status;
const member = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> => {
  const email = `${randomUUID()}@example.com`;
  const { member: invited } = await owner.call<{ member: { id: string } }>('POST', '/members', {
    email,
    role: 'viewer',
  });
  return `${invited.id} ${email}`;
};
const membersLike = async ({ owner }: Pick<Scene, 'owner'>, part: string) =>
  (await owner.call<Rows>('GET', '/members')).items.filter(({ email }) => String(email).includes(part));
const customerOf = (scene: Omit<Scene, 'page' | 'made'>) =>
  scene.support.call<Answer>('GET', `/support/accounts/${scene.customer.accountId}`);
const entriesOf = async ({ owner }: Scene, kind: string) =>
  (await owner.call<Rows>('GET', '/ledger')).items.filter((entry) => entry.kind === kind).length;
const enrolled = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> => {
  const { secret } = await owner.call<{ secret: string }>('POST', '/second-factor');
  await owner.call('POST', '/second-factor/confirm', { code: totp(secret) });
  return secret;
};
const pendingTopUp = async ({ customer }: Omit<Scene, 'page' | 'made'>): Promise<string> => {
  const [path, amount] = [`/support/accounts/${customer.accountId}/top-ups`, '20001'];
  const body = { amount_usd: amount, confirm_amount_usd: amount, note: 'Invoice 9' };
  const headers = { 'idempotency-key': randomUUID() };
  return (await (await newColleague()).call<{ pending_id: string }>('POST', path, body, headers)).pending_id;
};
const rateRequest = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> => {
  const { id } = await newKey(owner, 'Importer');
  await owner.call('POST', `/keys/${id}/rate-request`, { requests_per_second: 40, reason: 'Nightly import' });
  return id;
};

const endpoint = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> =>
  (await owner.call<Answer>('POST', '/webhooks', { url: 'https://1.1.1.1/hook', events: ['key.expiring'] })).id;
const webhooksOf = async ({ owner }: Scene) => (await owner.call<Rows>('GET', '/webhooks')).items;
const deliveriesOf = async ({ owner, made }: Scene) =>
  (await owner.call<Rows>('GET', `/webhooks/${made}/deliveries`)).items.length;
const secretOf = async ({ page }: Scene) => /^whsec_/.test(await dialog(page).locator('pre').innerText());
const token = async ({ owner }: Pick<Scene, 'owner'>): Promise<string> =>
  (await owner.call<Answer>('POST', '/management-tokens', { name: 'Lost one' })).id;
const tokenStates = async ({ owner }: Scene) =>
  (await owner.call<Rows>('GET', '/management-tokens')).items.map(({ state }) => state);
/** A token whose owner is an owner no more. */
const orphanedToken = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> => {
  const colleague = await newOwner(owner);
  const [id, [row]] = [await token({ owner: colleague }), await membersLike({ owner }, colleague.credentials.email)];
  await owner.call('PATCH', `/members/${row!.id}`, { role: 'viewer' });
  return id;
};

const disabledAt = async ({ support, made }: Scene) =>
  (await support.call<Rows>('GET', '/support/staff?limit=200')).items.find(({ email }) => email === made)?.disabled_at;

const ofCustomer = '/support/customers/CUSTOMER';
const worked = 'It worked';
const unknown = 'We do not know whether it worked';
const key = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> => (await newKey(owner, 'Lost one')).id;

/** One action for each route that changes something. */
const cases: Case[] = [
  {
    route: 'Keys.create',
    by: 'owner',
    at: '/keys',
    act: async ({ page }) => {
      await press(page, 'Create a key');
      await dialog(page).getByLabel('Name').fill('Lost one');
      await send(page, 'Create key');
    },
    says: worked,
    outcome: async (scene) => [(await keysNamed(scene, 'Lost one')).length, await worksOf(scene)],
    expected: [1, 200],
  },
  {
    route: 'Keys.rotate',
    by: 'owner',
    prepare: key,
    at: '/keys',
    act: async ({ page }) => {
      await press(page, 'Leaked? Lost one');
      await send(page, 'Replace now');
    },
    says: worked,
    outcome: async (scene) => [
      (await keysNamed(scene, 'Lost one')).map(({ state }) => state).sort(),
      await worksOf(scene),
    ],
    expected: [['active', 'revoked'], 200],
  },
  {
    route: 'Keys.requestRate',
    by: 'owner',
    prepare: key,
    at: '/keys',
    act: async ({ page }) => {
      await chooseForKey(page, 'Lost one', 'Raise rate limit');
      await dialog(page).getByLabel('What do you need it for?').fill('Launch');
      await send(page, 'Send to support');
    },
    says: 'It worked: Support has your request.',
    outcome: async (scene) => (await keysNamed(scene, 'Lost one'))[0]?.rate_request,
    expected: expect.objectContaining({ state: 'open' }),
  },
  {
    route: 'Keys.change',
    by: 'owner',
    prepare: key,
    at: '/keys',
    act: async ({ page }) => {
      await chooseForKey(page, 'Lost one', 'Edit');
      await dialog(page).getByLabel('Name').fill('Renamed');
      await send(page, 'Save');
    },
    says: unknown,
    outcome: async (scene) => (await keysNamed(scene, 'Renamed')).length,
    expected: 1,
  },
  {
    route: 'Keys.revoke',
    by: 'owner',
    prepare: key,
    at: '/keys',
    act: async ({ page }) => {
      await chooseForKey(page, 'Lost one', 'Revoke');
      await send(page, 'Revoke key');
    },
    says: unknown,
    outcome: async (scene) => (await keysNamed(scene, 'Lost one')).map(({ state }) => state),
    expected: ['revoked'],
  },
  {
    route: 'Members.invite',
    by: 'owner',
    at: '/settings',
    act: async ({ page }) => {
      await press(page, 'Invite a member');
      await dialog(page).getByLabel('Email').fill(`lost-${randomUUID()}@example.com`);
      await send(page, 'Send invitation');
    },
    says: worked,
    outcome: async (scene) => [(await membersLike(scene, 'lost-')).length, await linkWorks(scene)],
    expected: [1, 200],
  },
  {
    route: 'Members.inviteAgain',
    by: 'owner',
    prepare: member,
    at: '/settings',
    act: async ({ page, made }) => {
      await choose(page, made.split(' ')[1]!, 'New invitation');
      await send(page, 'Create invitation');
    },
    says: worked,
    outcome: linkWorks,
    expected: 200,
  },
  {
    route: 'Members.changeRole',
    by: 'owner',
    prepare: member,
    at: '/settings',
    act: async ({ page, made }) => {
      await choose(page, made.split(' ')[1]!, 'Change role');
      await dialog(page).getByLabel('Role').selectOption('developer');
      await send(page, 'Save');
    },
    says: unknown,
    outcome: async (scene) => (await membersLike(scene, scene.made.split(' ')[1]!)).map(({ role }) => role),
    expected: ['developer'],
  },
  {
    route: 'Members.remove',
    by: 'owner',
    prepare: member,
    at: '/settings',
    act: async ({ page, made }) => {
      await choose(page, made.split(' ')[1]!, 'Remove');
      await send(page, 'Remove');
    },
    says: unknown,
    outcome: async (scene) => (await membersLike(scene, scene.made.split(' ')[1]!)).length,
    expected: 0,
  },
  {
    route: 'Account.change',
    by: 'owner',
    at: '/',
    act: async ({ page }) => {
      await press(page, 'Set an alert');
      await dialog(page).getByLabel('Alert below').fill('3');
      await send(page, 'Save');
    },
    says: unknown,
    outcome: async ({ owner }) => (await owner.call<Answer>('GET', '/account')).low_balance_threshold_usd,
    expected: '3.000000',
  },
  {
    route: 'Account.requestTopUp',
    by: 'owner',
    balance: '0.0001',
    at: '/',
    act: async ({ page }) => {
      await press(page, 'Ask for a top-up');
      await dialog(page).getByLabel('Amount').fill('20');
      await send(page, 'Send to support');
    },
    says: 'It worked: Support has your request.',
    outcome: async (scene) => (await customerOf(scene)).top_up_request?.amount_usd,
    expected: '20.000000',
  },
  {
    route: 'SecondFactor.enrol',
    by: 'owner',
    at: '/you',
    act: ({ page }) => press(page, 'Set up'),
    says: 'Scan this with an authenticator app',
    outcome: async ({ page }) => (await dialog(page).locator('pre').innerText()).length > 16,
    expected: true,
  },
  {
    route: 'SecondFactor.confirm',
    by: 'owner',
    at: '/you',
    act: async ({ page }) => {
      await press(page, 'Set up');
      await dialog(page)
        .getByLabel('Code from the app')
        .fill(totp(await dialog(page).locator('pre').innerText()));
      await send(page, 'Turn on');
    },
    says: 'they are never shown again',
    outcome: async ({ page }) => (await dialog(page).locator('pre').innerText()).split('\n').length,
    expected: 10,
  },
  {
    route: 'SecondFactor.renewRecoveryCodes',
    by: 'owner',
    prepare: enrolled,
    at: '/you',
    act: ({ page }) => press(page, 'New recovery codes'),
    says: 'they are never shown again',
    outcome: async ({ page }) => (await dialog(page).locator('pre').innerText()).split('\n').length,
    expected: 10,
  },
  {
    route: 'SecondFactor.disable',
    by: 'owner',
    prepare: enrolled,
    at: '/you',
    act: async ({ page }) => {
      await press(page, 'Turn off');
      await send(page, 'Turn off');
    },
    says: unknown,
    outcome: async ({ owner }) => (await owner.call<Answer>('GET', '/second-factor')).enabled,
    expected: false,
  },
  {
    route: 'Notifications.turn',
    by: 'owner',
    at: '/settings',
    act: ({ page }) => page.getByLabel('The balance is low: Email').click(),
    says: unknown,
    outcome: async ({ owner }) =>
      (await owner.call<Rows>('GET', '/notices/switches')).items.filter(({ mail }) => mail === false).length,
    expected: 1,
  },
  {
    route: 'Password.change',
    by: 'owner',
    at: '/you',
    act: async ({ page, owner }) => {
      await page.getByLabel('Current password').fill(owner.credentials.password);
      await page.getByLabel('New password').fill('a much better password 42');
      await press(page, 'Change password');
    },
    says: unknown,
    outcome: async ({ owner }) =>
      (await Person.signIn({ ...owner.credentials, password: 'a much better password 42' })).cookie !== '',
    expected: true,
  },
  {
    route: 'Sessions.revoke',
    by: 'owner',
    prepare: async ({ owner }) => (await Person.signIn(owner.credentials)).cookie,
    at: '/you',
    act: ({ page }) => press(page, /^End session: /),
    says: unknown,
    outcome: async ({ owner }) => (await owner.call<Rows>('GET', '/sessions')).items.length,
    expected: 1,
  },
  {
    route: 'Sessions.revokeOthers',
    by: 'owner',
    prepare: async ({ owner }) => (await Person.signIn(owner.credentials)).cookie,
    at: '/you',
    act: ({ page }) => press(page, 'End all others'),
    says: unknown,
    outcome: async ({ owner }) => (await owner.call<Rows>('GET', '/sessions')).items.length,
    expected: 1,
  },
  {
    route: 'Notifications.markSeen',
    by: 'owner',
    prepare: async (scene) => {
      await rateRequest(scene);
      const { items } = await scene.support.call<Rows>('GET', '/support/rate-requests?state=open&limit=100');
      const request = items.find(({ account_id: id }) => id === scene.customer.accountId)!;
      await scene.support.call('POST', `/support/rate-requests/${request.id}/decision`, { granted: true });
      // A job finds what is new. The bell of a page that opens earlier asks again only after a minute.
      await until(
        async () => (await scene.owner.call<Rows>('GET', '/notices')).items.length,
        (count) => count > 0,
      );
      return '';
    },
    at: '/',
    act: async ({ page }) => {
      await press(page, 'Notifications, 1 new');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    },
    says: 'Overview',
    outcome: async ({ owner }) => (await owner.call<Rows>('GET', '/notices')).items.map(({ seen }) => seen),
    expected: [true],
  },
  {
    route: 'ManagementTokens.create',
    by: 'owner',
    at: '/tokens',
    act: async ({ page }) => {
      await press(page, 'Create a token');
      await dialog(page).getByLabel('Name').fill('Lost one');
      await send(page, 'Create token');
    },
    says: worked,
    outcome: async (scene) => [
      await tokenStates(scene),
      (await callApi('/manage/keys', await scene.page.getByTestId('new-token').innerText())).status,
    ],
    expected: [['active'], 200],
  },
  {
    route: 'ManagementTokens.confirm',
    by: 'owner',
    prepare: orphanedToken,
    at: '/tokens',
    act: ({ page }) => press(page, 'Confirm'),
    says: unknown,
    outcome: tokenStates,
    expected: ['active'],
  },
  {
    route: 'ManagementTokens.revoke',
    by: 'owner',
    prepare: token,
    at: '/tokens',
    act: ({ page }) => press(page, 'End Lost one'),
    says: unknown,
    outcome: tokenStates,
    expected: ['revoked'],
  },
  {
    route: 'Webhooks.create',
    by: 'owner',
    at: '/webhook',
    act: async ({ page }) => {
      await press(page, 'Add an endpoint');
      await dialog(page).getByLabel('URL').fill('https://1.1.1.1/hook');
      await send(page, 'Add');
    },
    says: worked,
    outcome: async (scene) => [(await webhooksOf(scene)).length, await secretOf(scene)],
    expected: [1, true],
  },
  {
    route: 'Webhooks.change',
    by: 'owner',
    prepare: endpoint,
    at: '/webhook',
    act: ({ page }) => press(page, 'Switch off'),
    says: unknown,
    outcome: async (scene) => (await webhooksOf(scene)).map(({ enabled }) => enabled),
    expected: [false],
  },
  {
    route: 'Webhooks.rotateSecret',
    by: 'owner',
    prepare: endpoint,
    at: '/webhook',
    act: async ({ page }) => {
      await press(page, 'Rotate secret');
      await send(page, 'Rotate secret');
    },
    says: worked,
    outcome: secretOf,
    expected: true,
  },
  {
    route: 'Webhooks.test',
    by: 'owner',
    prepare: endpoint,
    at: '/webhook',
    act: ({ page }) => press(page, 'Send a test'),
    says: 'The test is on its way.',
    outcome: deliveriesOf,
    expected: 1,
  },
  {
    route: 'Webhooks.resend',
    by: 'owner',
    prepare: async (scene) => {
      const { url, stop } = await startReceiver(200, 'thanks');
      const { id } = await scene.owner.call<Answer>('POST', '/webhooks', { url, events: ['key.expiring'] });
      await scene.owner.call('POST', `/webhooks/${id}/test`);
      await until(
        async () => (await scene.owner.call<Rows>('GET', `/webhooks/${id}/deliveries`)).items,
        ([delivery]) => delivery?.state === 'delivered',
      );
      stop();
      return id;
    },
    at: '/webhook',
    act: async ({ page }) => {
      await press(page, /^Details of test/);
      await press(page, 'Send again');
    },
    says: 'It is on its way again.',
    outcome: deliveriesOf,
    expected: 2,
  },
  {
    route: 'Webhooks.remove',
    by: 'owner',
    prepare: endpoint,
    at: '/webhook',
    act: async ({ page }) => {
      await press(page, 'Remove');
      await send(page, 'Remove');
    },
    says: 'No endpoint yet',
    outcome: webhooksOf,
    expected: [],
  },
  {
    route: 'Customers.create',
    by: 'support',
    prepare: async () => `Lost ${randomUUID()}`,
    at: '/support',
    act: async ({ page, made }) => {
      await press(page, 'New customer');
      await dialog(page).getByLabel('Name').fill(made);
      await dialog(page).getByLabel('Owner’s email').fill(`${randomUUID()}@example.com`);
      await send(page, 'Create customer');
    },
    says: worked,
    outcome: async (scene) => [
      (await scene.support.call<Rows>('GET', `/support/accounts?query=${encodeURIComponent(scene.made)}`)).items.length,
      await linkWorks(scene),
    ],
    expected: [1, 200],
  },
  {
    route: 'Customers.addNote',
    by: 'support',
    at: ofCustomer,
    act: async ({ page }) => {
      await press(page, 'Add a note');
      await dialog(page).getByLabel('Note').fill('Pays by invoice');
      await send(page, 'Add note');
    },
    says: 'It worked: The note was added.',
    outcome: async (scene) => (await customerOf(scene)).notes.length,
    expected: 1,
  },
  {
    route: 'Customers.removeNote',
    by: 'support',
    prepare: async ({ support, customer }) =>
      (await support.call<Answer>('POST', `/support/accounts/${customer.accountId}/notes`, { text: 'Old' })).id,
    at: ofCustomer,
    act: ({ page }) => press(page, /^Remove the note/),
    says: unknown,
    outcome: async (scene) => (await customerOf(scene)).notes.length,
    expected: 0,
  },
  {
    route: 'Customers.passwordLink',
    by: 'support',
    at: ofCustomer,
    act: async ({ page }) => {
      await press(page, 'Reset link');
      await send(page, 'Create link');
    },
    says: worked,
    outcome: linkWorks,
    expected: 200,
  },
  {
    route: 'Money.topUp',
    by: 'support',
    at: ofCustomer,
    act: async ({ page }) => {
      await press(page, 'Top up');
      await dialog(page).getByLabel('Amount').fill('52');
      await dialog(page).getByText('$10.00 → $62.00').waitFor();
      await dialog(page).getByLabel('Note').fill('Invoice 1');
      await send(page, 'Top up');
    },
    says: worked,
    outcome: async (scene) => [(await customerOf(scene)).balance_usd, await entriesOf(scene, 'top_up')],
    expected: ['62.000000', 2],
  },
  {
    route: 'Money.reverse',
    by: 'support',
    at: `${ofCustomer}/ledger`,
    act: async ({ page }) => {
      await press(page, 'Reverse');
      await dialog(page).getByLabel('Reason').fill('Paid twice');
      await send(page, 'Reverse top-up');
    },
    says: 'It worked: The top-up was reversed.',
    outcome: async (scene) => [(await customerOf(scene)).balance_usd, await entriesOf(scene, 'reversal')],
    expected: ['0', 1],
  },
  {
    route: 'Money.suspend',
    by: 'support',
    at: ofCustomer,
    act: async ({ page }) => {
      await press(page, 'Suspend');
      await dialog(page).getByLabel('Reason').fill('Abuse');
      await send(page, 'Suspend');
    },
    says: unknown,
    outcome: async (scene) => (await customerOf(scene)).status,
    expected: 'suspended',
  },
  {
    route: 'Money.resume',
    by: 'support',
    prepare: async ({ support, customer }) => {
      await support.call('POST', `/support/accounts/${customer.accountId}/suspend`, { note: 'Abuse' });
      return '';
    },
    at: ofCustomer,
    act: async ({ page }) => {
      await press(page, 'Resume');
      await dialog(page).getByLabel('Reason').fill('Explained');
      await send(page, 'Resume');
    },
    says: unknown,
    outcome: async (scene) => (await customerOf(scene)).status,
    expected: 'active',
  },
  {
    route: 'Money.decidePending',
    by: 'support',
    prepare: pendingTopUp,
    at: '/support/pending-top-ups',
    act: async ({ page, customer }) => {
      await page.getByRole('listitem').filter({ hasText: customer.name }).getByText('Approve').click();
      await send(page, 'Approve');
    },
    says: /^It worked: .* was added/,
    outcome: async (scene) => [(await customerOf(scene)).balance_usd, await entriesOf(scene, 'top_up')],
    expected: ['20011.000000', 2],
  },
  {
    route: 'RateRequests.decide',
    by: 'support',
    prepare: rateRequest,
    at: '/support/rate-requests',
    act: ({ page, customer }) =>
      page
        .getByRole('listitem')
        .filter({ hasText: customer.name })
        .getByRole('button', { name: 'Approve 40 per second' })
        .click(),
    says: 'The request was approved',
    outcome: async (scene) => (await keysNamed(scene, 'Importer'))[0]?.rate_limit_per_second,
    expected: 40,
  },
  {
    route: 'RateRequests.setRate',
    by: 'support',
    prepare: key,
    at: `${ofCustomer}/keys`,
    act: async ({ page }) => {
      await chooseForKey(page, 'Lost one', 'Change rate limit');
      await dialog(page).getByLabel('Requests per second').fill('25');
      await send(page, 'Save');
    },
    says: unknown,
    outcome: async (scene) => (await keysNamed(scene, 'Lost one'))[0]?.rate_limit_per_second,
    expected: 25,
  },
  {
    route: 'Staff.disable',
    by: 'support',
    prepare: async () => (await newColleague()).credentials.email,
    at: '/support/staff',
    act: async ({ page, made }) => {
      await press(page, `Disable ${made}`);
      await send(page, 'Disable');
    },
    says: unknown,
    outcome: disabledAt,
    expected: expect.any(String),
  },
  {
    route: 'Staff.enable',
    by: 'support',
    prepare: async (scene) => {
      const { email } = (await newColleague()).credentials;
      const { items } = await scene.support.call<Rows>('GET', '/support/staff?limit=200');
      await scene.support.call('POST', `/support/staff/${items.find((one) => one.email === email)!.id}/disable`, {});
      return email;
    },
    at: '/support/staff',
    act: async ({ page, made }) => {
      await press(page, `Enable ${made}`);
      await send(page, 'Enable');
    },
    says: unknown,
    outcome: disabledAt,
    expected: null,
  },
];

interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string }>>;
}

const document: ApiDocument = JSON.parse(readFileSync(join(__dirname, '../../api/dashboard-openapi.json'), 'utf8'));
const routes = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      { method: method.toUpperCase(), path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) },
    ]),
  ),
);

/** A lost response of these says nothing that the page could get wrong: the user is asked again, or sees what is true. */
const exceptions = [
  'Answers.acknowledge',
  // `monitors.e2e.ts` loses the response of the first. The others lead to the same state when they are sent again.
  'Monitors.create',
  'Monitors.change',
  'Monitors.remove',
  'Monitors.run',
  'OpenId.accept',
  'OpenId.enterCode',
  'OpenId.link',
  'OpenId.linkByPassword',
  'OpenId.unlink',
  // Need an authenticator: `passkeys.e2e.ts`, and for a lost response `passkeys.spec.ts`.
  'Passkeys.add',
  'Passkeys.options',
  'Passkeys.remove',
  'Password.accept',
  'Password.inspect',
  // Needs Stripe: `payments.e2e.ts`.
  'Payments.create',
  'Playground.call',
  'Session.confirm',
  'Session.passkeyOptions',
  'Session.signIn',
  'Session.signInByLink',
  'Session.signInByPasskey',
  'Session.signOut',
];

/** Fails the first request of a route: before it arrives, or after it was performed. */
async function lose(page: Page, route: string, when: 'request' | 'response'): Promise<void> {
  const { method, path } = routes.get(route)!;
  let isLost = false;
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (request) => {
      if (isLost || request.request().method() !== method) return request.fallback();
      isLost = true;
      if (when === 'response') await request.fetch();
      await request.abort('connectionreset');
    },
  );
}

browserSuite('an action whose response is lost', () => {
  const browser = useBrowser();

  const sceneOf = async ({ by, balance, prepare, at }: Case): Promise<Scene> => {
    const customer = await newCustomer(balance);
    const people = { customer, owner: customer.owner, support: await supporter() };
    const made = (await prepare?.(people)) ?? '';
    const page = await browser.page(by === 'owner' ? customer.owner : people.support);
    await open(page, at.replace('CUSTOMER', customer.accountId), /./);
    return { ...people, made, page };
  };

  it.each(cases)('was done once, and the page says what is true: $route', async (tried) => {
    const scene = await sceneOf(tried);
    await lose(scene.page, tried.route, 'response');
    await tried.act(scene);
    await scene.page.getByText(tried.says).first().waitFor();
    expect(await scene.page.getByText('ry again').count()).toBe(0);
    expect(await tried.outcome(scene)).toEqual(tried.expected);
  });

  it('is tried for every route that changes something', () => {
    const changing = [...routes].filter(([, { method }]) => method !== 'GET').map(([route]) => route);
    expect([...cases.map(({ route }) => route), ...exceptions].sort()).toEqual(changing.sort());
  });

  const creating = cases.find(({ route }) => route === 'Keys.create')!;

  it('that was not done says so, and sends the same form again', async () => {
    const scene = await sceneOf(creating);
    await lose(scene.page, 'Keys.create', 'request');
    await creating.act(scene);
    await dialog(scene.page).getByText('It did not happen').waitFor();
    expect(await keysNamed(scene, 'Lost one')).toEqual([]);
    await send(scene.page, 'Send again');
    await scene.page.getByTestId('new-key').waitFor();
    expect(await creating.outcome(scene)).toEqual(creating.expected);
  });

  /** Loses the response and every answer about it, closes the dialog, and reloads the page. */
  const leaveUnanswered = async (tried: Case): Promise<Scene> => {
    const scene = await sceneOf(tried);
    const { page } = scene;
    await lose(page, tried.route, 'response');
    await page.route('**/answers/*', (route) => route.abort('connectionreset'));
    await tried.act(scene);
    await dialog(page).getByText('No response arrived').waitFor();
    expect(await dialog(page).locator('fieldset:disabled').count()).toBeGreaterThan(0);
    await dialog(page).getByText('Close', { exact: true }).click();
    await page.reload();
    await page.unroute('**/answers/*');
    return scene;
  };

  it('makes the answer of a rotation that the process did not make, also when the page has the new key', async () => {
    const rotating = cases.find(({ route }) => route === 'Keys.rotate')!;
    const scene = await leaveUnanswered(rotating);
    const unmade = { json: { state: 'done' } };
    await scene.page.route('**/answers/*', (route) => route.fulfill(unmade), { times: 1 });
    await press(scene.page, 'Leaked? Lost one');
    await dialog(scene.page).getByText(worked).waitFor();
    expect(await rotating.outcome(scene)).toEqual(rotating.expected);
  });

  it('keeps its key across Cancel and a reload, until the answer has been seen', async () => {
    const scene = await leaveUnanswered(creating);
    const { page } = scene;
    await press(page, 'Create a key');
    await dialog(page).getByText(worked).waitFor();
    expect(await creating.outcome(scene)).toEqual(creating.expected);
    await send(page, 'I have stored the key');
    await press(page, 'Create a key');
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('');
  });
});
