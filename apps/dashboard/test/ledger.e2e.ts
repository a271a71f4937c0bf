import { open, textOf, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { type Customer, callApi, newCustomer, newKey, supporter, untilDayIsLong } from './support/people';

browserSuite('the ledger', () => {
  const browser = useBrowser();
  let customer: Customer;

  beforeAll(async () => {
    await untilDayIsLong();
    customer = await newCustomer('7.50');
    const { key } = await newKey(customer.owner, 'Spending');
    await callApi('/users/username/marta.trails', key);
  });

  it('shows a statement whose days lead to their operations and keys', async () => {
    const page = await browser.page(customer.owner);
    await open(page, '/ledger', 'Ledger');
    expect(await page.getByRole('row', { name: /Opening balance/ }).textContent()).toContain('$0.00');
    expect(await page.getByRole('row', { name: /First top-up/ }).textContent()).toMatch(/\+\$7\.50.*\$7\.50/);
    const day = page.getByRole('row', { name: /Charges of/ });
    expect(await day.textContent()).toMatch(/1 request−\$0\.0012\$7\.4988/);
    expect(await page.getByRole('row', { name: /Closing balance/ }).textContent()).toContain('$7.4988');
    await day.getByRole('link').click();
    const operations = page.getByRole('region', { name: 'Operations and keys of the day' });
    await operations.getByRole('row', { name: /users\.by_username.*Spending/ }).waitFor();
  });

  it('downloads a month’s statement with the account and the totals, and a file of all entries', async () => {
    const page = await browser.page(customer.owner);
    await open(page, '/ledger', 'Ledger');
    const saved = async (name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return textOf(download);
    };
    const statement = await saved('Statement (CSV)');
    expect(statement).toContain(`${customer.name} (${customer.accountId})`);
    expect(statement).toContain('operation,,,users.by_username,,1,-0.001200,');
    expect(statement).toMatch(/closing,.*,7\.498800\r\n$/);
    expect(await saved('All entries (CSV)')).toMatch(/charge,-0\.001200,7\.498800,,users\.by_username,Spending/);
    await page.getByLabel('Month (UTC)').selectOption({ index: 1 });
    await page
      .getByRole('row', { name: /Closing balance/ })
      .getByText('$0.00')
      .waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
  });

  it('prints the ledger without the controls', async () => {
    const page = await browser.page(customer.owner, { theme: 'dark', width: 360 });
    await open(page, '/ledger', 'Ledger');
    await page.getByText('Closing balance').waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const name of ['Print', 'Statement (CSV)', 'All entries (CSV)', 'Menu', 'Copy entry id'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    expect(await page.getByText(`(account ${customer.accountId})`).isVisible()).toBe(true);
    expect(await page.getByRole('columnheader', { name: 'Balance' }).isVisible()).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  });

  it('links a reversal with the entry that it reverses', async () => {
    const other = await newCustomer('3');
    const helper = await supporter();
    const path = `/support/accounts/${other.accountId}/ledger?kind=top_up`;
    const { items } = await helper.call<{ items: { id: string }[] }>('GET', path);
    await helper.call('POST', `/support/entries/${items[0]?.id}/reversal`, { note: 'Paid twice' });
    const page = await browser.page(other.owner);
    await open(page, '/ledger', 'Ledger');
    await page.getByRole('link', { name: /^Reverses/ }).click();
    for (const name of [/First top-up/, /Paid twice/])
      await page.getByRole('row', { name }).and(page.locator('[data-marked]')).waitFor();
    expect(page.url()).toContain(`#entry-${items[0]?.id}`);
  });
});
