import { open, textOf, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey } from './support/people';

browserSuite('the ledger', () => {
  const browser = useBrowser();

  it('shows every movement with the balance after it, and saves the statement of a month', async () => {
    const { owner } = await newCustomer('7.50');
    const { key } = await newKey(owner, 'Spending');
    await callApi('/users/username/marta.trails', key);
    const page = await browser.page(owner);
    await open(page, '/ledger', 'Ledger');
    await page.getByText('2 entries in total').waitFor();
    const charge = page.getByRole('row', { name: /Charge/ });
    expect(await charge.textContent()).toMatch(/−\$0\.0012.*\$7\.4988/);
    expect(await page.getByRole('row', { name: /First top-up/ }).textContent()).toContain('+$7.50');
    await page.getByLabel('Month (UTC)').selectOption({ index: 1 });
    await page.getByText('2 entries in total').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download statement' }).click();
    const text = await textOf(saved);
    expect(text).toContain('-0.001200');
    expect(text).toContain('7.500000');
  });

  it('leads from a charge to its request', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Spending');
    const requestId = (await callApi('/users/1001', key)).headers.get('x-request-id') ?? '';
    const page = await browser.page(owner);
    await open(page, '/ledger?kind=charge', 'Ledger');
    await page.getByRole('table').getByRole('link').click();
    await page.getByRole('dialog').getByText(requestId).first().waitFor();
  });
});
