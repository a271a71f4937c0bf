import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey, untilLogged } from './support/people';

browserSuite('the overview', () => {
  const browser = useBrowser();

  it('leads from operations, keys, codes and totals to the requests that they count', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await callApi('/users/1001', key);
    await callApi('/users/999999999999', key);
    await callApi('/users/abc', key);
    await untilLogged(owner, 3);
    const page = await browser.page(owner);
    const ways = [
      ['Profile by id users.by_id', 'operation=users.by_id'],
      ['Production', 'keyId='],
      ['profile_not_found', 'outcome=profile_not_found'],
      ['67%', 'outcome=answered'],
      ['33%', 'outcome=caller_error'],
    ] as const;
    for (const [name, filter] of ways) {
      await open(page, '/', 'Overview');
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
      await page.waitForURL((url) => url.search.includes(filter) && url.search.includes('from='));
      await page.getByRole('table').getByText('users.by_id').first().waitFor();
    }
  });

  it('draws the first day, and any single day, in hours', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    const asked = page.waitForRequest((request) => request.url().includes('/usage?'));
    await open(page, '/', 'Overview');
    expect((await asked).url()).toContain('interval=hour');
    await page.getByRole('radio', { name: 'Today' }).check({ force: true });
    await page.getByText('users.by_id is the biggest cost: $0.0006, 100%').waitFor();
  });

  it('says what an empty balance means, asks for a top-up, and sends nothing before it', async () => {
    const { owner } = await newCustomer('0.0001');
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByText('The balance is empty').waitFor();
    await page.getByRole('button', { name: 'Ask for a top-up' }).click();
    await page.getByLabel('Amount').fill('25');
    await page.getByLabel('Message').fill('As last month');
    await page.getByRole('button', { name: 'Send to support' }).click();
    await page.getByText('A top-up of $25.00 was requested').waitFor();
    await open(page, '/playground', 'Playground');
    await page.getByText('The balance is empty: ask for a top-up').waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  });

  it('says of one day what it was spent on, and when', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Nightly import');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    await open(page, '/?days=1', 'Overview');
    await page.getByText(/cost \$0\.0006, most of it users\.by_id by Nightly import, \d\d:00–\d\d:00 UTC/).waitFor();
    const table = page.getByRole('region', { name: 'Operations and keys of the day' });
    await table.getByRole('link', { name: 'users.by_id' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/requests') && url.search.includes('keyId='));
  });
});
