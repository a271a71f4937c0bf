import type { Page } from 'playwright-core';
import { patience } from '../../../scripts/lib/patience.cjs';
import { expectGood } from './support/axe';
import { copiedBy, goTo, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { chooseForKey } from './support/key-menu';
import { callApi, newCustomer, newKey, supporter, untilStatus } from './support/people';

// The last test looks at eight pages four times.
jest.setTimeout(120_000 * patience);

const dialog = (page: Page) => page.getByRole('dialog');

// One flow of each kind. Only the last test covers both themes and widths. `npm run test:full` runs all flows.
browserSuite('the dashboard', () => {
  const browser = useBrowser();

  it('leads an owner from the sign-in form to a key whose first call succeeds', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page();
    await page.goto('/dashboard/');
    await page.getByLabel('Email').fill(owner.credentials.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create a live key' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialog(page).getByText('it is never shown again').waitFor();
    const key = await copiedBy(page, () => dialog(page).getByRole('button', { name: 'Copy key' }).click());
    expect((await callApi('/users/username/marta.trails', key)).status).toBe(200);
    await page.getByText('First request received').waitFor();
  });

  it('revokes a key, which is refused from then on', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Leaked');
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'Leaked', 'Revoke');
    await dialog(page).getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('1 revoked or expired key').waitFor();
    await untilStatus(key, 401);
  });

  it('ends a session at the server when its owner signs out', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Account owner' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect(owner.call('GET', '/account')).rejects.toThrow('401');
  });

  it('sends a call from the playground and shows its response and cost', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/playground?operation=users.reels', 'Playground');
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Response' }).getByText('cost $0.0006').waitFor();
  });

  it('lets support top up a balance, which the customer sees at once', async () => {
    const customer = await newCustomer('1');
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}`, customer.name);
    await page.getByRole('button', { name: 'Top up' }).click();
    await dialog(page).getByLabel('Amount').fill('25.50');
    await dialog(page).getByLabel('Note').fill('Invoice 7');
    await dialog(page).getByRole('button', { name: 'Top up' }).click();
    await page.getByText('$25.50 was added').waitFor();
    const account = await customer.owner.call<{ balance_usd: string }>('GET', '/account');
    expect(account.balance_usd).toBe('26.500000');
  });

  it('has no accessibility violation on its main pages', async () => {
    const { owner } = await newCustomer();
    await newKey(owner, 'Production');
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    for (const [path, heading] of [
      ['/keys', 'Keys'],
      ['/requests', 'Requests'],
      ['/ledger', 'Ledger'],
      ['/playground', 'Playground'],
      ['/monitors', 'Monitors'],
      ['/settings', 'Account'],
      ['/you', 'You'],
    ] as const) {
      await goTo(page, path, heading);
      await expectGood(page);
    }
  });
});
