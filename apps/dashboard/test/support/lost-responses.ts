import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { chooseForKey } from './key-menu';
import { type Customer, callApi, newColleague, newKey, newOwner, Person, until } from './people';
import { totp } from './totp';
import { startReceiver } from './webhook-receiver';

export const dialog = (page: Page) => page.getByRole('dialog');
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
export const send = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
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
export interface Scene {
  readonly page: Page;
  readonly customer: Customer;
  readonly owner: Person;
  readonly support: Person;
  /** What `prepare` returned. */
  readonly made: string;
}

export interface Case {
  /** Support uses the pages of its own routes, an owner all others. */
  readonly route: string;
  readonly balance?: string;
  readonly prepare?: (scene: Omit<Scene, 'page' | 'made'>) => Promise<string>;
  /** A page other than that of `places`. */
  readonly at?: string;
  readonly act: (scene: Scene) => Promise<void>;
  /** What the page says, although the response was lost; without it, that nobody knows. */
  readonly says?: string | RegExp;
  /** What is stored; it must have happened once. */
  readonly outcome: (scene: Scene) => Promise<unknown>;
  readonly expected: unknown;
}

export const keysNamed = async ({ owner }: Scene, name: string) =>
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
const secretOf = async ({ page }: Scene) => /^whsec_/.test(await dialog(page).getByTestId('new-secret').innerText());
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
export const places: Record<string, string> = {
  ...{ Keys: '/keys', Members: '/settings', Account: '/', SecondFactor: '/you', Password: '/you', Sessions: '/you' },
  ...{ ManagementTokens: '/tokens', Monitors: '/monitors', Webhooks: '/webhook', Staff: '/support/staff' },
  ...{ Customers: ofCustomer, Money: ofCustomer },
};
export const isSupports = (route: string) => /^(Customers|Money|RateRequests|Staff)\./.test(route);
export const worked = 'It worked';
export const unknown = 'We do not know whether it worked';
const key = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> => (await newKey(owner, 'Lost one')).id;

const click =
  (name: string | RegExp) =>
  ({ page }: Scene) =>
    press(page, name);
const fillIn = async (page: Page, fields: Record<string, string>, button: string) => {
  for (const [label, text] of Object.entries(fields)) await dialog(page).getByLabel(label).fill(text);
  await send(page, button);
};
/** Opens a form, fills it in and sends it. */
const form =
  (opening: string, fields: Record<string, string>, button: string) =>
  async ({ page }: Scene) => {
    await press(page, opening);
    await fillIn(page, fields, button);
  };
const keyForm =
  (item: string, fields: Record<string, string>, button: string) =>
  async ({ page }: Scene) => {
    await chooseForKey(page, 'Lost one', item);
    await fillIn(page, fields, button);
  };

const monitor = async ({ owner }: Omit<Scene, 'page' | 'made'>): Promise<string> => {
  const { id: key_id } = await newKey(owner, 'Production');
  const what = {
    operation: 'users.by_id',
    parameters: { user_id: '1001' },
    kind: 'changed',
    fields: ['follower_count'],
  };
  return (await owner.call<Answer>('POST', '/monitors', { ...what, every_minutes: 15, key_id, name: 'Lost one' })).id;
};
type Runs = { items: { ended_at: string | null }[] };
const runsOfMonitor = async ({ owner }: Pick<Scene, 'owner'>, id: string) =>
  (await owner.call<Runs>('GET', `/monitors/${id}/runs`)).items;
const monitorsOf = async ({ owner }: Scene) => (await owner.call<Rows>('GET', '/monitors')).items;
/** How many runs a monitor has, when the one that was asked for has ended. */
const runsOf = async ({ owner, made }: Scene) => {
  const runs = () => runsOfMonitor({ owner }, made);
  await until(runs, (found) => found.length > 1 && found.every(({ ended_at }) => ended_at !== null));
  return (await runs()).length;
};
const onMonitor =
  (button: string, confirm?: string) =>
  async ({ page }: Scene) => {
    await page.getByRole('link', { name: 'Lost one' }).click();
    await press(page, button);
    if (confirm) await send(page, confirm);
  };

/** One action for each route that changes something. */
export const cases: Case[] = [
  {
    route: 'Keys.create',
    act: form('Create a key', { Name: 'Lost one' }, 'Create key'),
    says: worked,
    outcome: async (scene) => [(await keysNamed(scene, 'Lost one')).length, await worksOf(scene)],
    expected: [1, 200],
  },
  {
    route: 'Keys.rotate',
    prepare: key,
    act: form('Leaked? Lost one', {}, 'Replace now'),
    says: worked,
    outcome: async (scene) => [
      (await keysNamed(scene, 'Lost one')).map(({ state }) => state).sort(),
      await worksOf(scene),
    ],
    expected: [['active', 'revoked'], 200],
  },
  {
    route: 'Keys.requestRate',
    prepare: key,
    act: keyForm('Raise rate limit', { 'What do you need it for?': 'Launch' }, 'Send to support'),
    says: 'It worked: Support has your request.',
    outcome: async (scene) => (await keysNamed(scene, 'Lost one'))[0]?.rate_request,
    expected: expect.objectContaining({ state: 'open' }),
  },
  {
    route: 'Keys.change',
    prepare: key,
    act: keyForm('Edit', { Name: 'Renamed' }, 'Save'),
    outcome: async (scene) => (await keysNamed(scene, 'Renamed')).length,
    expected: 1,
  },
  {
    route: 'Keys.revoke',
    prepare: key,
    act: keyForm('Revoke', {}, 'Revoke key'),
    outcome: async (scene) => (await keysNamed(scene, 'Lost one')).map(({ state }) => state),
    expected: ['revoked'],
  },
  {
    route: 'Members.invite',
    act: form('Invite a member', { Email: `lost-${randomUUID()}@example.com` }, 'Send invitation'),
    says: worked,
    outcome: async (scene) => [(await membersLike(scene, 'lost-')).length, await linkWorks(scene)],
    expected: [1, 200],
  },
  {
    route: 'Members.inviteAgain',
    prepare: member,
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
    prepare: member,
    act: async ({ page, made }) => {
      await choose(page, made.split(' ')[1]!, 'Change role');
      await dialog(page).getByLabel('Role').selectOption('developer');
      await send(page, 'Save');
    },
    outcome: async (scene) => (await membersLike(scene, scene.made.split(' ')[1]!)).map(({ role }) => role),
    expected: ['developer'],
  },
  {
    route: 'Members.remove',
    prepare: member,
    act: async ({ page, made }) => {
      await choose(page, made.split(' ')[1]!, 'Remove');
      await send(page, 'Remove');
    },
    outcome: async (scene) => (await membersLike(scene, scene.made.split(' ')[1]!)).length,
    expected: 0,
  },
  {
    route: 'Account.change',
    act: form('Set an alert', { 'Alert below': '3' }, 'Save'),
    outcome: async ({ owner }) => (await owner.call<Answer>('GET', '/account')).low_balance_threshold_usd,
    expected: '3.000000',
  },
  {
    route: 'Account.requestTopUp',
    balance: '0.0001',
    act: form('Ask for a top-up', { Amount: '20' }, 'Send to support'),
    says: 'It worked: Support has your request.',
    outcome: async (scene) => (await customerOf(scene)).top_up_request?.amount_usd,
    expected: '20.000000',
  },
  {
    route: 'SecondFactor.enrol',
    act: click('Set up'),
    says: 'Scan this with an authenticator app',
    outcome: async ({ page }) => (await dialog(page).locator('pre').innerText()).length > 16,
    expected: true,
  },
  {
    route: 'SecondFactor.confirm',
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
    prepare: enrolled,
    act: click('New recovery codes'),
    says: 'they are never shown again',
    outcome: async ({ page }) => (await dialog(page).locator('pre').innerText()).split('\n').length,
    expected: 10,
  },
  {
    route: 'SecondFactor.disable',
    prepare: enrolled,
    act: form('Turn off', {}, 'Turn off'),
    outcome: async ({ owner }) => (await owner.call<Answer>('GET', '/second-factor')).enabled,
    expected: false,
  },
  {
    route: 'Notifications.turn',
    at: '/settings',
    act: ({ page }) => page.getByLabel('The balance is low: Email').click(),
    outcome: async ({ owner }) =>
      (await owner.call<Rows>('GET', '/notices/switches')).items.filter(({ mail }) => mail === false).length,
    expected: 1,
  },
  {
    route: 'Password.change',
    act: async ({ page, owner }) => {
      await page.getByLabel('Current password').fill(owner.credentials.password);
      await page.getByLabel('New password').fill('a much better password 42');
      await press(page, 'Change password');
    },
    outcome: async ({ owner }) =>
      (await Person.signIn({ ...owner.credentials, password: 'a much better password 42' })).cookie !== '',
    expected: true,
  },
  {
    route: 'Sessions.revoke',
    prepare: async ({ owner }) => (await Person.signIn(owner.credentials)).cookie,
    act: click(/^End session: /),
    outcome: async ({ owner }) => (await owner.call<Rows>('GET', '/sessions')).items.length,
    expected: 1,
  },
  {
    route: 'Sessions.revokeOthers',
    prepare: async ({ owner }) => (await Person.signIn(owner.credentials)).cookie,
    act: click('End all others'),
    outcome: async ({ owner }) => (await owner.call<Rows>('GET', '/sessions')).items.length,
    expected: 1,
  },
  {
    route: 'Notifications.markSeen',
    prepare: async (scene) => {
      await rateRequest(scene);
      const { items } = await scene.support.call<Rows>('GET', '/support/rate-requests?state=open&limit=100');
      const request = items.find(({ account_id: id }) => id === scene.customer.accountId)!;
      await scene.support.call('POST', `/support/rate-requests/${request.id}/decision`, { granted: true });
      // A job finds what is new once a minute. The bell of a page that opens earlier asks again only after another.
      await until(
        async () => (await scene.owner.call<Rows>('GET', '/notices')).items.length,
        (count) => count > 0,
        90,
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
    act: form('Create a token', { Name: 'Lost one' }, 'Create token'),
    says: worked,
    outcome: async (scene) => [
      await tokenStates(scene),
      (await callApi('/manage/keys', await scene.page.getByTestId('new-token').innerText())).status,
    ],
    expected: [['active'], 200],
  },
  {
    route: 'ManagementTokens.confirm',
    prepare: orphanedToken,
    act: click('Confirm'),
    outcome: tokenStates,
    expected: ['active'],
  },
  {
    route: 'ManagementTokens.revoke',
    prepare: token,
    act: click('End Lost one'),
    outcome: tokenStates,
    expected: ['revoked'],
  },
  {
    route: 'Webhooks.create',
    act: form('Add an endpoint', { URL: 'https://1.1.1.1/hook' }, 'Add'),
    says: worked,
    outcome: async (scene) => [(await webhooksOf(scene)).length, await secretOf(scene)],
    expected: [1, true],
  },
  {
    route: 'Webhooks.change',
    prepare: endpoint,
    act: click('Switch off'),
    outcome: async (scene) => (await webhooksOf(scene)).map(({ enabled }) => enabled),
    expected: [false],
  },
  {
    route: 'Webhooks.rotateSecret',
    prepare: endpoint,
    act: form('Rotate secret', {}, 'Rotate secret'),
    says: worked,
    outcome: secretOf,
    expected: true,
  },
  {
    route: 'Webhooks.test',
    prepare: endpoint,
    act: click('Send a test'),
    says: 'The test is on its way.',
    outcome: deliveriesOf,
    expected: 1,
  },
  {
    route: 'Webhooks.resend',
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
    prepare: endpoint,
    act: form('Remove', {}, 'Remove'),
    says: 'No endpoint yet',
    outcome: webhooksOf,
    expected: [],
  },
  {
    route: 'Monitors.change',
    prepare: monitor,
    act: onMonitor('Pause'),
    outcome: async (scene) => (await monitorsOf(scene)).map(({ state }) => state),
    expected: ['paused'],
  },
  {
    route: 'Monitors.run',
    prepare: async (scene) => {
      const id = await monitor(scene);
      // Until the first run has ended, there is no second one to ask for.
      await until(
        () => runsOfMonitor(scene, id),
        ([first]) => first !== undefined && first.ended_at !== null,
      );
      return id;
    },
    act: onMonitor('Run now'),
    says: 'A run is under way.',
    outcome: runsOf,
    expected: 2,
  },
  {
    route: 'Monitors.remove',
    prepare: monitor,
    act: onMonitor('Delete', 'Delete'),
    outcome: monitorsOf,
    expected: [],
  },
  {
    route: 'Customers.create',
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
    act: form('Add a note', { Note: 'Pays by invoice' }, 'Add note'),
    says: 'It worked: The note was added.',
    outcome: async (scene) => (await customerOf(scene)).notes.length,
    expected: 1,
  },
  {
    route: 'Customers.removeNote',
    prepare: async ({ support, customer }) =>
      (await support.call<Answer>('POST', `/support/accounts/${customer.accountId}/notes`, { text: 'Old' })).id,
    act: click(/^Remove the note/),
    outcome: async (scene) => (await customerOf(scene)).notes.length,
    expected: 0,
  },
  {
    route: 'Customers.passwordLink',
    act: form('Reset link', {}, 'Create link'),
    says: worked,
    outcome: linkWorks,
    expected: 200,
  },
  {
    route: 'Money.topUp',
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
    at: `${ofCustomer}/ledger`,
    act: form('Reverse', { Reason: 'Paid twice' }, 'Reverse top-up'),
    says: 'It worked: The top-up was reversed.',
    outcome: async (scene) => [(await customerOf(scene)).balance_usd, await entriesOf(scene, 'reversal')],
    expected: ['0', 1],
  },
  {
    route: 'Money.suspend',
    act: form('Suspend', { Reason: 'Abuse' }, 'Suspend'),
    outcome: async (scene) => (await customerOf(scene)).status,
    expected: 'suspended',
  },
  {
    route: 'Money.resume',
    prepare: async ({ support, customer }) => {
      await support.call('POST', `/support/accounts/${customer.accountId}/suspend`, { note: 'Abuse' });
      return '';
    },
    act: form('Resume', { Reason: 'Explained' }, 'Resume'),
    outcome: async (scene) => (await customerOf(scene)).status,
    expected: 'active',
  },
  {
    route: 'Money.decidePending',
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
    prepare: key,
    at: `${ofCustomer}/keys`,
    act: keyForm('Change rate limit', { 'Requests per second': '25' }, 'Save'),
    outcome: async (scene) => (await keysNamed(scene, 'Lost one'))[0]?.rate_limit_per_second,
    expected: 25,
  },
  {
    route: 'Staff.disable',
    prepare: async () => (await newColleague()).credentials.email,
    act: async ({ page, made }) => {
      await press(page, `Disable ${made}`);
      await send(page, 'Disable');
    },
    outcome: disabledAt,
    expected: expect.any(String),
  },
  {
    route: 'Staff.enable',
    prepare: async (scene) => {
      const { email } = (await newColleague()).credentials;
      const { items } = await scene.support.call<Rows>('GET', '/support/staff?limit=200');
      await scene.support.call('POST', `/support/staff/${items.find((one) => one.email === email)!.id}/disable`, {});
      return email;
    },
    act: async ({ page, made }) => {
      await press(page, `Enable ${made}`);
      await send(page, 'Enable');
    },
    outcome: disabledAt,
    expected: null,
  },
];
