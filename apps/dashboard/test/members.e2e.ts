import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { newCustomer, newKey } from './support/people';

browserSuite('the members of an account', () => {
  const browser = useBrowser();

  it('invites a member, who joins with the role’s permissions, changes role, and is removed', async () => {
    const { owner } = await newCustomer();
    await newKey(owner, 'Production');
    const page = await browser.page(owner);
    await open(page, '/settings', 'Account');
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const email = `viewer-${Date.now()}@example.com`;
    await page.getByRole('dialog').getByLabel('Email').fill(email);
    await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
    const link = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: email }).getByText('invitation open').waitFor();

    const other = await browser.page();
    await other.goto(link);
    await other
      .getByLabel(/password/i)
      .first()
      .fill('a much better password 42');
    await other
      .getByRole('button', { name: /password/i })
      .last()
      .click();
    await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await open(other, '/keys', 'Keys');
    await other.getByText('Production').first().waitFor();
    expect(await other.getByRole('button', { name: /Create a key|Revoke/ }).count()).toBe(0);
    await open(other, '/playground', 'Playground');
    await other.getByText('Viewers cannot send calls').waitFor();
    expect(await other.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);

    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('dialog').getByLabel('Role').selectOption('developer');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: email }).getByText('Developer').waitFor();
    await open(other, '/keys', 'Keys');
    await page.getByText('Each developer may spend $0.25 a day with all their keys').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Daily limit').fill('3');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Each developer may spend $3.00 a day with all their keys').waitFor();
    await other.getByRole('button', { name: 'Create a key' }).first().click();
    expect(await other.getByRole('dialog').getByLabel('Daily limit').isDisabled()).toBe(true);
    await other.getByRole('dialog').getByLabel('Name').fill('Importer');
    await other.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await other
      .getByRole('dialog', { name: 'Your new key' })
      .getByRole('button', { name: 'I have stored the key' })
      .click();
    await open(page, '/keys', 'Keys');
    await page.getByRole('row').filter({ hasText: 'Importer' }).getByText('$3.00').waitFor();
    await open(page, '/settings', 'Account');

    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('row').filter({ hasText: email }).waitFor({ state: 'detached' });
    await other.goto('/dashboard/keys');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
