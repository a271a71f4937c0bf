import type { Page } from 'playwright-core';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { chooseForKey } from './support/key-menu';
import { newCustomer, newKey, Person } from './support/people';
import { totp } from './support/totp';

const dialog = (page: Page) => page.getByRole('dialog');

browserSuite('the settings', () => {
  const browser = useBrowser();

  it('sets up a second factor, which the next sign-in requires', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/you', 'You');
    await page.getByRole('button', { name: 'Set up' }).click();
    await dialog(page).getByRole('img', { name: 'QR code of the secret' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code');
    const secret = (await dialog(page).locator('pre').textContent()) ?? '';
    await dialog(page).getByLabel('Code from the app').fill('000000');
    await dialog(page).getByRole('button', { name: 'Turn on' }).click();
    await dialog(page)
      .getByText(/^This (is|must|does)/)
      .waitFor();
    await dialog(page).getByLabel('Code from the app').fill(totp(secret));
    await dialog(page).getByRole('button', { name: 'Turn on' }).click();
    await dialog(page).getByText('they are never shown again').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Recovery codes');
    const [recoveryCode = ''] = ((await dialog(page).locator('pre').textContent()) ?? '').split('\n');
    const acknowledged = page.waitForRequest(
      (request) => request.method() === 'DELETE' && /\/answers\/[\w-]+$/.test(request.url()),
    );
    await dialog(page).getByRole('button', { name: 'I have stored them' }).click();
    await acknowledged;
    await page.getByText(/recovery codes left/).waitFor();

    const next = await browser.page();
    await next.goto('/dashboard/sign-in');
    await next.getByLabel('Email').fill(owner.credentials.email);
    await next.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await next.getByRole('button', { name: 'Sign in' }).click();
    await next.getByLabel('Two-factor code').fill(recoveryCode);
    await next.getByRole('button', { name: 'Confirm code' }).click();
    await next.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('changes the password, and shows validation errors beside their fields', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/you', 'You');
    await page.getByLabel('Current password').fill('not this one at all');
    await page.getByLabel('New password').fill('a much better password 42');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/is not your password/).waitFor();
    await page.getByLabel('Current password').fill(owner.credentials.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has been changed').waitFor();
    await Person.signIn({ ...owner.credentials, password: 'a much better password 42' });
  });

  it('lists the sessions and ends another one', async () => {
    const { owner } = await newCustomer();
    const other = await Person.signIn(owner.credentials);
    const page = await browser.page(owner);
    await open(page, '/you', 'You');
    await page.getByText('this session').waitFor();
    await page
      .getByRole('button', { name: /^End session: / })
      .first()
      .click();
    await page.getByRole('button', { name: /^End session: / }).waitFor({ state: 'detached' });
    await expect(other.call('GET', '/account')).rejects.toThrow('401');
  });

  it('sets a low-balance alert', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Set an alert' }).click();
    await dialog(page).getByLabel('Alert below').fill('25');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Low-balance alert at $25.00').waitFor();
  });

  it('confirms a changed setting, and undoes it', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/settings', 'Account');
    const box = page.getByRole('checkbox', { name: 'A key expires within a week: Email' });
    await box.click();
    await page.getByRole('alert').getByText('Email is now off for “A key expires within a week”.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('The change was undone.').waitFor();
    const { items } = await owner.call<{ items: object[] }>('GET', '/notices/switches');
    expect(items).toContainEqual({ event: 'key.expiring', page: true, mail: true });
    await page.getByRole('checkbox', { name: 'A key expires within a week: Email', checked: true }).waitFor();
  });

  it('undoes an edit of a key, even if the dialog has shown another key since', async () => {
    const { owner } = await newCustomer();
    for (const name of ['First', 'Second']) await newKey(owner, name);
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'First', 'Edit');
    await dialog(page).getByLabel('Name').fill('Renamed');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('“Renamed” is saved.').waitFor();
    await chooseForKey(page, 'Second', 'Edit');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('The change was undone.').waitFor();
    const { items } = await owner.call<{ items: { name: string }[] }>('GET', '/keys');
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['First', 'Second']));
  });

  it('says what somebody else changed while a dialog was open, and undoes back to that', async () => {
    const { owner } = await newCustomer();
    const { id } = await newKey(owner, 'Shared');
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'Shared', 'Edit');
    await owner.call('PATCH', `/keys/${id}`, { daily_cap_usd: '5' });
    await dialog(page).getByLabel('Daily limit').fill('2');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('This is now 5.00, because somebody changed it meanwhile').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('The change was undone.').waitFor();
    const { items } = await owner.call<{ items: object[] }>('GET', '/keys');
    expect(items).toContainEqual(expect.objectContaining({ id, daily_cap_usd: '5.000000' }));
    await chooseForKey(page, 'Shared', 'Edit');
    await owner.call('DELETE', `/keys/${id}`);
    await dialog(page).getByLabel('Name').fill('Too late');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('This key is revoked, so it cannot be changed').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('counts new notifications in the bell until it is opened', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    // The server creates notifications once a minute, so the response is faked.
    const notification = { event: 'balance.low', text: 'The balance has fallen below $5.', key_id: null };
    let seenId = 0;
    await page.route('**/dashboard/api/notices', (route) =>
      route.fulfill({
        json: {
          items: [2, 1].map((id) => ({
            ...notification,
            id: `${id}`,
            seen: id <= seenId,
            created_at: '2026-01-31T09:30:00Z',
          })),
        },
      }),
    );
    await page.route('**/dashboard/api/notices/seen', async (route) => {
      seenId = Number(route.request().postDataJSON().id);
      await route.fulfill({ status: 204 });
    });
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Notifications, 2 new' }).click();
    await dialog(page).getByText('The balance has fallen below $5.').first().waitFor();
    expect(await dialog(page).getByText('new', { exact: true }).count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    expect(seenId).toBe(2);
  });
});
