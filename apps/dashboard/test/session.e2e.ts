import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { goTo, holdPolls, looks, open, showNavigation, useBrowser, viewportOf } from './support/browser';
import { browserSuite } from './support/chromium';
import { readDemoFile } from './support/demo-file';
import { chooseForKey } from './support/key-menu';
import { type Customer, newCustomer, newKey, Person } from './support/people';
import { totp } from './support/totp';

const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });

interface FormFlow {
  form: string;
  /** Below /dashboard. ACCOUNT stands for the customer's account id. */
  path: string;
  support?: boolean;
  /** The button that opens the form. If a key’s menu opens it, `key` is the item of that menu. */
  open?: string;
  key?: string;
  /** Texts by field label. PASSWORD stands for the person's own password. */
  typed: Record<string, string>;
  send: string;
  done: string;
}

const keyOf = ({ form }: FormFlow): string => `For ${form}`;

const customerPath = '/support/customers/ACCOUNT';

/** Forms of owners and of support. */
const forms: FormFlow[] = [
  {
    form: 'a new key',
    path: '/keys?create=true',
    typed: { Name: 'New one', 'Daily limit': '7.5', 'Allowed addresses': '203.0.113.0/24' },
    send: 'Create key',
    done: 'it is never shown again',
  },
  {
    form: 'a key’s edit',
    path: '/keys',
    key: 'Edit',
    typed: { Name: 'Renamed', 'Monthly limit': '75' },
    send: 'Save',
    done: 'Renamed',
  },
  {
    form: 'a key’s rotation',
    path: '/keys',
    key: 'Rotate',
    typed: {},
    send: 'Replace with overlap',
    done: 'it is never shown again',
  },
  {
    form: 'a low-balance alert',
    path: '/',
    open: 'Set an alert',
    typed: { 'Alert below': '7.5' },
    send: 'Save',
    done: 'Low-balance alert at $7.50',
  },
  {
    form: 'a webhook endpoint',
    path: '/webhook',
    open: 'Add an endpoint',
    typed: { URL: 'https://1.1.1.1/loupe' },
    send: 'Add',
    done: 'it is never shown again',
  },
  {
    form: 'a request for a higher rate',
    path: '/keys',
    key: 'Raise rate limit',
    typed: { 'Requests per second': '45', 'What do you need it for?': 'An import' },
    send: 'Send to support',
    done: '45/s requested',
  },
  {
    form: 'a new password',
    path: '/you',
    typed: { 'Current password': 'PASSWORD', 'New password': 'a much better password 42' },
    send: 'Change password',
    done: 'Your password has been changed',
  },
  {
    form: 'a new customer',
    path: '/support?create=true',
    support: true,
    typed: { Name: 'Typed Ltd', 'Owner’s email': `${randomUUID()}@example.com` },
    send: 'Create customer',
    done: 'Typed Ltd is ready',
  },
  {
    form: 'a reversal',
    path: `${customerPath}/ledger`,
    support: true,
    open: 'Reverse',
    typed: { Reason: 'Paid twice' },
    send: 'Reverse top-up',
    done: 'Paid twice',
  },
  {
    form: 'a top-up',
    path: customerPath,
    support: true,
    open: 'Top up',
    typed: { Amount: '12.34', Note: 'Invoice 3' },
    send: 'Top up',
    done: '$12.34 was added',
  },
  {
    form: 'a suspension',
    path: customerPath,
    support: true,
    open: 'Suspend',
    typed: { Reason: 'Abuse report' },
    send: 'Suspend',
    done: 'Suspended: Abuse report',
  },
];

browserSuite('sessions', () => {
  const browser = useBrowser();

  it.each([false, true])(
    'keeps a form’s input when the session ends while the user types (support: %s)',
    async (isSupport) => {
      const customer = await newCustomer();
      const who = isSupport ? await Person.signIn(readDemoFile().support) : customer.owner;
      const flows = forms.filter(({ support = false }) => support === isSupport);
      for (const flow of flows) if (flow.key) await newKey(customer.owner, keyOf(flow));
      const page = await browser.page(who);
      await open(page, '/', isSupport ? 'Customers' : 'Overview');
      for (const flow of flows) {
        const { theme, width } = looks[forms.indexOf(flow) % looks.length]!;
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize(viewportOf(width));
        await typeThroughTheEnd(page, customer, who, flow);
        await page.keyboard.press('Escape');
      }
    },
  );

  it('keeps the form’s input, and says why it was not sent, when the user does not sign in again', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/keys?create=true', 'Keys');
    await page.getByLabel('Name').fill('Still here');
    const polls = await holdPolls(page);
    await owner.call('DELETE', '/session');
    await page.getByRole('button', { name: 'Create key' }).click();
    await polls.release();
    const signIn = dialogNamed(page, 'Sign in again');
    await signIn.getByLabel('Password', { exact: true }).fill('not the password');
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await signIn.getByRole('alert').waitFor();
    await signIn.getByRole('button', { name: 'Close' }).click();
    await dialogNamed(page, 'Create a key').getByRole('alert').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Still here');
  });

  it('asks for the password again before a sensitive action, then performs it', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/you', 'You');
    await refuseOnce(page, '**/dashboard/api/second-factor');
    await page.getByRole('button', { name: 'Set up' }).click();
    const confirm = dialogNamed(page, 'Confirm it’s you');
    await confirm.getByLabel('Password', { exact: true }).fill('wrong');
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await confirm.getByText(/is not/i).waitFor();
    await confirm.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  });

  it('asks for the two-factor code after the correct password', async () => {
    const { owner } = await newCustomer();
    const { secret } = await owner.call<{ secret: string }>('POST', '/second-factor');
    await owner.call('POST', '/second-factor/confirm', { code: totp(secret) });
    const page = await browser.page(owner);
    await open(page, '/keys?create=true', 'Keys');
    await refuseOnce(page, '**/dashboard/api/keys');
    await page.getByLabel('Name').fill('Guarded');
    await page.getByRole('button', { name: 'Create key' }).click();
    const confirm = dialogNamed(page, 'Confirm it’s you');
    await confirm.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await confirm.getByLabel('Two-factor code').fill('000000');
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await confirm.getByText('is wrong or has already been used').waitFor();
    await confirm.getByLabel('Two-factor code').fill(totp(secret, Date.now() + 30_000));
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('it is never shown again').waitFor();
  });

  it('continues in every tab after one of them received a new session token', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/keys?create=true', 'Keys');
    const other = await page.context().newPage();
    await open(other, '/keys?create=true', 'Keys');
    await refuseOnce(page, '**/dashboard/api/keys');
    await page.getByLabel('Name').fill('Of the first tab');
    await page.getByRole('button', { name: 'Create key' }).click();
    const confirm = dialogNamed(page, 'Confirm it’s you');
    await confirm.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('it is never shown again').waitFor();
    await expect(owner.call('GET', '/account')).rejects.toThrow('401');
    // Fakes the 401 of a call that was sent with the old token.
    await other.route('**/dashboard/api/keys', (route) => route.fulfill(sessionOver), { times: 1 });
    await other.getByLabel('Name').fill('Of the second tab');
    await other.getByRole('button', { name: 'Create key' }).click();
    await other.getByText('it is never shown again').waitFor();
    expect(await dialogNamed(other, 'Sign in again').count()).toBe(0);
  });

  it('ends the session at the server on sign-out', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await showNavigation(page);
    await page.getByRole('button', { name: 'Account owner' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect(owner.call('GET', '/account')).rejects.toThrow('401');
  });

  it('names the version and the commit to owners below the navigation', async () => {
    const { owner } = await newCustomer();
    const { version, commit } = await owner.call<{ version: string; commit: string }>('GET', '/session');
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await showNavigation(page);
    await page.getByText(`Loupe ${version} (${commit})`).filter({ visible: true }).waitFor();
  });

  it('returns to the requested page after the sign-in', async () => {
    const { owner } = await newCustomer();
    const { prefix } = await newKey(owner, 'Deep link');
    const page = await browser.page();
    await page.goto('/dashboard/keys');
    await page.getByLabel('Email').fill(owner.credentials.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(prefix).waitFor();
  });

  it('explains a wrong password in one sentence beside the form', async () => {
    const page = await browser.page();
    await page.goto('/dashboard/sign-in');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('nothing at all');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toBe('The email address or the password is wrong.');
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
  });

  it('leads an owner from the address of a support page to the overview', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await page.goto('/dashboard/support');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});

/** Ends the session on the server while a form is filled in, then signs in again in a dialog above the form. */
async function typeThroughTheEnd(page: Page, { accountId }: Customer, who: Person, flow: FormFlow) {
  await goTo(page, flow.path.replace('ACCOUNT', accountId), /./);
  if (flow.key) await chooseForKey(page, keyOf(flow), flow.key);
  if (flow.open) await page.getByRole('button', { name: flow.open }).click();
  const form = page.locator('form', { has: page.getByRole('button', { name: flow.send, exact: true }) });
  const { email, password } = who.credentials;
  const typed = Object.entries(flow.typed).map(([label, text]) => [label, text.replace('PASSWORD', password)] as const);
  for (const [label, text] of typed) await form.getByLabel(label, { exact: true }).fill(text);
  const polls = await holdPolls(page);
  who.takeCookie(await page.context().cookies());
  await who.call('DELETE', '/session');
  await form.getByRole('button', { name: flow.send, exact: true }).click();
  await polls.release();
  const signIn = dialogNamed(page, 'Sign in again');
  expect(await signIn.getByLabel('Email').inputValue()).toBe(email);
  for (const [label, text] of typed) expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe(text);
  await signIn.getByLabel('Password', { exact: true }).fill(password);
  await signIn.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(flow.done).first().waitFor();
  await signIn.waitFor({ state: 'hidden' });
  who.takeCookie(await page.context().cookies());
}

/** Fakes one 403 that the server sends only if the password was entered more than ten minutes ago. */
async function refuseOnce(page: Page, address: string): Promise<void> {
  let refused = false;
  await page.route(address, (route) => {
    if (route.request().method() !== 'POST' || refused) return route.continue();
    refused = true;
    return route.fulfill(stalePassword);
  });
}

const refusal = (status: number, code: string, reason?: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: `/errors/${code}`,
    title: 'Refused',
    status,
    detail: 'Refused.',
    code,
    request_id: 'none',
    charged_usd: '0',
    retryable: false,
    reason,
  }),
});

const stalePassword = refusal(403, 'forbidden', 'fresh_password_required');
const sessionOver = refusal(401, 'unauthorized');
