import { hold, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey, supporter, untilLogged } from './support/people';

browserSuite('the search', () => {
  const browser = useBrowser();

  it('leads an owner from a pasted request id to its receipt, and never shows a whole key', async () => {
    const { owner } = await newCustomer();
    const { key, prefix } = await newKey(owner, 'Production');
    const { headers } = await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: 'Search or paste an id' });
    await field.fill(headers.get('x-request-id')!);
    await page.getByText('Open this request').click();
    await page.getByRole('dialog').getByText('users.by_id').waitFor();
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Search or paste id' }).click();
    await field.fill(key);
    expect(await field.inputValue()).toBe(prefix);
    await page.getByRole('dialog').getByText('Production', { exact: true }).click();
    await page.waitForURL(/\/keys\/\d+$/);
    await page.keyboard.press('Control+k');
    await field.fill(key);
    await page.getByRole('dialog').getByText('Revoke Production', { exact: true }).click();
    await page.getByRole('dialog', { name: 'Revoke “Production”?' }).getByText('It made 1 request').waitFor();
  });

  it('keeps what is typed while the code of the search loads, and leads to what can be done with a key', async () => {
    const { owner } = await newCustomer();
    await newKey(owner, 'Nightly import');
    const page = await browser.page(owner);
    const palette = await hold(page, '**/assets/palette-*.js');
    await open(page, '/', 'Overview');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rotate nigh');
    await palette.release();
    const field = page.getByRole('textbox', { name: 'Search or paste an id' });
    await field.waitFor();
    expect(palette.count).toBe(1);
    expect(await field.inputValue()).toBe('rotate nigh');
    await page.getByRole('dialog').getByText('Rotate “Nightly import”').click();
    await page.getByRole('dialog', { name: /^Rotate .*Nightly import/ }).waitFor();
  });

  it('leads support to the only customer that matches a pasted text, and says when none matches', async () => {
    const { name, owner } = await newCustomer();
    const page = await browser.page(await supporter());
    await open(page, '/support', 'Customers');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: 'Search or paste an id' });
    await field.fill(owner.credentials.email);
    await page.getByText(/^Find “/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill('nobody of that name');
    await page.getByText(/^Find “/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No customers found').waitFor();
  });
});
