import type { Page } from 'playwright-core';
import { copiedBy, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { chooseForKey } from './support/key-menu';
import { callApi, newCustomer, newKey, untilLogged, untilStatus } from './support/people';

const dialog = (page: Page) => page.getByRole('dialog');

browserSuite('the keys of an owner', () => {
  const browser = useBrowser();

  it('shows a new key only once, and copies it with one click', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await dialog(page).getByLabel('Name').fill('Production');
    await dialog(page).getByLabel('Daily limit').fill('2.50');
    await dialog(page).getByLabel('Allowed addresses').fill('127.0.0.0/8, ::1');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    await dialog(page).getByText('it is never shown again').waitFor();
    const key = await copiedBy(page, () => dialog(page).getByRole('button', { name: 'Copy key' }).click());
    expect((await callApi('/system/balance', key)).status).toBe(200);
    await page.keyboard.press('Escape');
    await page.evaluate(() => history.back());
    await dialog(page).getByText('Store it before you leave').waitFor();
    expect(await page.getByTestId('new-key').isVisible()).toBe(true);
    await dialog(page).getByRole('button', { name: 'I have stored the key' }).click();
    await page.getByText('of $2.50').waitFor();
    await page.getByRole('link', { name: 'Production' }).click();
    const copyAgain = page.getByRole('button', { name: 'Copy the key, until you reload this tab' });
    expect(await copiedBy(page, () => copyAgain.click())).toBe(key);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Production' }).waitFor();
    await page.getByText('Last used').first().waitFor();
    expect(await copyAgain.count()).toBe(0);
    await open(page, '/keys', 'Keys');
    await page.getByText('of $2.50').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.getByText('from 2 ranges').isVisible()).toBe(true);
  });

  it('creates a test key, which works and is marked in lists', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await dialog(page).getByLabel('Name').fill('Continuous integration');
    await dialog(page).getByLabel('Kind').selectOption('test');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    const key = await dialog(page).getByTestId('new-key').innerText();
    expect(key).toMatch(/^loupe_test_/);
    await dialog(page).getByText('works as it is and costs nothing').waitFor();
    expect((await callApi('/users/username/marta.trails', key)).status).toBe(200);
    await dialog(page).getByText('First request received').waitFor();
    await dialog(page).getByRole('button', { name: 'I have stored the key' }).click();
    const row = page.getByRole('row', { name: /Continuous integration/ });
    await row.getByText('test', { exact: true }).waitFor();
  });

  it('shows a validation error of the server beside its field and keeps what was typed', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await dialog(page).getByLabel('Name').fill('Production');
    await dialog(page).getByLabel('Monthly limit').fill('lots');
    await dialog(page).getByRole('button', { name: 'Create key' }).click();
    const field = dialog(page).getByLabel('Monthly limit');
    await page.waitForFunction(
      (element) => element?.getAttribute('aria-invalid') === 'true',
      await field.elementHandle(),
    );
    expect(await field.inputValue()).toBe('lots');
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Production');
  });

  it('revokes a leaked key in three clicks, after the dialog says what will break', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Leaked');
    await callApi('/users/username/marta.trails', key);
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'Leaked', 'Revoke');
    await dialog(page).getByText('It made 1 request in the last 24 hours').waitFor();
    await dialog(page).getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('1 revoked or expired key').waitFor();
    await untilStatus(key, 401);
  });

  it('renames a key and clears its cap without changing other settings', async () => {
    const { owner } = await newCustomer();
    await owner.call('POST', '/keys', { name: 'Old name', daily_cap_usd: '3', monthly_cap_usd: '40' });
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'Old name', 'Edit');
    expect(await dialog(page).getByLabel('Daily limit').inputValue()).toBe('3');
    await dialog(page).getByLabel('Name').fill('New name');
    await dialog(page).getByLabel('Daily limit').fill('');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'New name' }).waitFor();
    const { items } = await owner.call<{ items: Record<string, unknown>[] }>('GET', '/keys');
    expect(items[0]).toMatchObject({ name: 'New name', daily_cap_usd: null, monthly_cap_usd: '40.000000' });
  });

  it('rotates a key: the new one works at once, the old one for the chosen overlap', async () => {
    const { owner } = await newCustomer();
    const { key: oldKey } = await newKey(owner, 'Rotating');
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'Rotating', 'Rotate');
    await dialog(page).getByLabel('keep the old key working for').selectOption({ label: '1 day' });
    await dialog(page).getByRole('button', { name: 'Replace with overlap' }).click();
    const fresh = (await page.getByTestId('new-key').textContent()) ?? '';
    expect((await callApi('/system/balance', fresh)).status).toBe(200);
    expect((await callApi('/system/balance', oldKey)).status).toBe(200);
    await dialog(page).getByRole('button', { name: 'I have stored the key' }).click();
    await page.getByText(/Replaced key loupe_.* stops/).waitFor();
    expect(await page.getByRole('link', { name: 'Rotating' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Stop now' }).click();
    await dialog(page).getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(/Replaced key loupe_/).waitFor({ state: 'detached' });
    await untilStatus(oldKey, 401);
  });

  it('requests a higher rate for a key and shows the request’s state', async () => {
    const { owner } = await newCustomer();
    await newKey(owner, 'Busy');
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'Busy', 'Raise rate limit');
    await dialog(page).getByLabel('Requests per second').fill('40');
    await dialog(page).getByLabel('What do you need it for?').fill('A nightly import');
    await dialog(page).getByRole('button', { name: 'Send to support' }).click();
    await page.getByText('40/s requested').waitFor();
    await page.getByRole('button', { name: 'Actions: Busy' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Raise rate limit' }).count()).toBe(0);
  });

  it('says until when a key at its cap is paused', async () => {
    const { owner } = await newCustomer();
    const { id, key } = await newKey(owner, 'Capped');
    await owner.call('PATCH', `/keys/${id}`, { monthly_cap_usd: '0.0013' });
    expect((await callApi('/users/username/marta.trails', key)).status).toBe(200);
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await page.getByText(/^Paused until 1 [A-Z]/).waitFor();
  });

  it('finds and sorts keys in a long list', async () => {
    const { owner } = await newCustomer();
    for (const name of ['Alpha', 'Bravo', 'Charlie', 'Delta']) await newKey(owner, name);
    const { key } = await newKey(owner, 'Echo');
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    const names = () => page.getByRole('region', { name: 'Active keys' }).getByRole('link').allTextContents();
    await page.getByRole('columnheader', { name: 'Key' }).getByRole('button').click();
    expect(await names()).toEqual(['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo']);
    await page.getByLabel('Find a key').fill('brav');
    expect(await names()).toEqual(['Bravo']);
    await page.getByLabel('Find a key').fill(key);
    expect(await names()).toEqual(['Echo']);
  });

  it('shows a key’s usage, its refusals and their remedies on its page', async () => {
    const { owner } = await newCustomer();
    const { id, key } = await newKey(owner, 'Narrow');
    for (const path of ['/users/username/marta.trails', '/users/x']) await callApi(path, key);
    await owner.call('PATCH', `/keys/${id}`, { allowed_ips: ['203.0.113.7'] });
    await untilStatus(key, 401);
    await untilLogged(owner, 3);
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await page.getByRole('link', { name: 'Narrow' }).click();
    await page.getByRole('heading', { level: 1, name: 'Narrow' }).waitFor();
    await page.getByText('The key may not be used from 127.0.0.1.').waitFor();
    await page.getByRole('list', { name: 'Operations of this key' }).getByText('users.by_username').waitFor();
    await page.getByRole('button', { name: 'Allow 127.0.0.1' }).click();
    await page.getByText('203.0.113.7, 127.0.0.1').waitFor();
    await untilStatus(key, 200);
    await page.getByRole('link', { name: 'users.by_username' }).click();
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    expect(new URL(page.url()).searchParams.get('keyId')).toBe(`"${id}"`);
  });
});
