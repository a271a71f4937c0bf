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
    await untilLogged(owner, 2);
    const page = await browser.page(owner);
    const ways = [
      ['users.by_id', 'operation=users.by_id'],
      ['Production', 'keyId='],
      ['profile_not_found', 'outcome=profile_not_found'],
      ['50%', 'outcome=failed'],
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
});
