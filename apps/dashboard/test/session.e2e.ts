import type { Page } from 'playwright-core';
import { looks, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { newCustomer, newKey, Person } from './support/people';

const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });

browserSuite('sessions', () => {
  const browser = useBrowser();

  it.each(looks)('that end in the middle of a form lose nothing ($theme, $width px)', async (look) => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner, look);
    await open(page, '/keys?create=true', 'Keys');
    await page.getByLabel('Name').fill('Typed before the end');
    const elsewhere = await Person.signIn(owner.credentials);
    await elsewhere.call('DELETE', '/sessions');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const signIn = dialogNamed(page, 'Sign in again');
    expect(await signIn.getByLabel('Email').inputValue()).toBe(owner.credentials.email);
    await signIn.getByLabel('Password', { exact: true }).fill('not the password');
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await signIn.getByRole('alert').waitFor();
    await signIn.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await page.getByTestId('new-key').waitFor();
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    await page.getByRole('heading', { name: 'Typed before the end' }).waitFor();
  });

  it('may be left ended: the form stays, and says why nothing happened', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/keys?create=true', 'Keys');
    await page.getByLabel('Name').fill('Still here');
    await (await Person.signIn(owner.credentials)).call('DELETE', '/sessions');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await dialogNamed(page, 'Sign in again').getByRole('button', { name: 'Close' }).click();
    await dialogNamed(page, 'Create a key').getByRole('alert').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Still here');
  });

  it('ask for the password again before money moves, and go on with the form', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/settings', 'Settings');
    // Ten minutes are long for a test: the server's refusal is given once in its place.
    let refused = false;
    await page.route('**/dashboard/api/second-factor', (route) => {
      if (route.request().method() !== 'POST' || refused) return route.continue();
      refused = true;
      return route.fulfill(stalePassword);
    });
    await page.getByRole('button', { name: 'Set up' }).click();
    const confirm = dialogNamed(page, 'Confirm that it is you');
    await confirm.getByLabel('Password', { exact: true }).fill('wrong');
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await confirm.getByText(/is not/i).waitFor();
    await confirm.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  });

  it('end at the server when somebody signs out', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect(owner.call('GET', '/account')).rejects.toThrow('401');
  });

  it('lead back to the page that was asked for', async () => {
    const { owner } = await newCustomer();
    const { prefix } = await newKey(owner, 'Deep link');
    const page = await browser.page();
    await page.goto('/dashboard/keys');
    await page.getByLabel('Email').fill(owner.credentials.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(prefix).waitFor();
  });

  it('say what is wrong with a wrong password, with the request id', async () => {
    const page = await browser.page();
    await page.goto('/dashboard/sign-in');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('nothing at all');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText(/^Request/).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
  });

  it('of an owner cannot see support’s pages, nor the other way round', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await page.goto('/dashboard/support');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});

const stalePassword = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: '/errors/forbidden',
    title: 'Forbidden',
    status: 403,
    detail: 'Type your password again.',
    code: 'forbidden',
    request_id: 'none',
    charged_usd: '0',
    retryable: false,
    reason: 'fresh_password_required',
  }),
};
