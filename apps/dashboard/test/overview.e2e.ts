import type { Locator, Page } from 'playwright-core';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey, untilDayIsLong, untilLogged } from './support/people';

browserSuite('the overview', () => {
  const browser = useBrowser();
  beforeEach(untilDayIsLong);

  it('links operations, keys, codes and totals of the overview to their requests', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await callApi('/users/1001', key);
    await callApi('/users/999999999999', key);
    await callApi('/users/abc', key);
    await untilLogged(owner, 3);
    const page = await browser.page(owner);
    const ways = [
      ['Profile by id users.by_id', 'operation=users.by_id'],
      ['Profile not found profile_not_found', 'outcome=profile_not_found'],
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

  it('says what today has cost by key without a click', async () => {
    const { owner } = await newCustomer();
    await callApi('/users/username/marta.trails', (await newKey(owner, 'Production')).key);
    await callApi('/users/1001', (await newKey(owner, 'Nightly import')).key);
    await untilLogged(owner, 2);
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByText(/^Today \(UTC\): \$0\.0018· Production \$0\.0012· Nightly import \$0\.0006$/).waitFor();
    await page.getByRole('link', { name: 'Nightly import' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/requests') && url.search.includes('keyId='));
    await page.getByRole('table').getByText('users.by_id').first().waitFor();
  });

  it('draws an account’s first day in hours, names the biggest cost of today, and remembers the period', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    const usageRequest = page.waitForRequest((request) => request.url().includes('/usage?'));
    await open(page, '/', 'Overview');
    expect((await usageRequest).url()).toContain('interval=hour');
    const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    await page.getByText(`Hours in UTC · the account began on ${today} · hatched: this hour so far`).waitFor();
    await page.getByRole('radio', { name: 'Today' }).press('Space');
    await page.getByText('Biggest cost: Profile by id (users.by_id), $0.0006, 100%.').waitFor();
    await open(page, '/', 'Overview');
    await page.waitForURL((url) => url.search === '?days=1');
  });

  it('explains an empty balance, requests a top-up, and disables calls meanwhile', async () => {
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

  it('explains what a day’s money was spent on, and when', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Nightly import');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    await open(page, '/?days=1', 'Overview');
    await page
      .getByText(
        /has cost \$0\.0006 so far, most of it Profile by id \(users\.by_id\) by Nightly import, \d\d:00–\d\d:00 UTC/,
      )
      .waitFor();
    const table = page.getByRole('region', { name: 'Operations and keys of the day' });
    await table.getByRole('link', { name: 'users.by_id' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/requests') && url.search.includes('keyId='));
  });

  it('shows the chart as a table of the same figures, and stores the choice in the address', async () => {
    const page = await agedPage();
    await open(page, '/', 'Overview');
    await chooseInChart(page, 'Show as table');
    const table = page.getByRole('table', { name: 'Spend by day and operation' });
    await table.waitFor();
    expect(await table.locator('thead th[scope="col"]').allTextContents()).toEqual([
      'Day',
      'users.by_username',
      'users.by_id',
      'Total',
    ]);
    expect(await table.locator('tbody th[scope="row"]').count()).toBe(30);
    const today = table.getByRole('row').last();
    expect(await today.getByRole('cell').allTextContents()).toEqual(['$0.0012', '$0.0006', '$0.0018']);
    const first = table.getByRole('row').nth(1);
    expect(await first.getByRole('cell').allTextContents()).toEqual(['$0.0000', '$0.0000', '$0.0000']);
    await page.reload();
    await table.waitFor();
    expect(new URL(page.url()).search).toBe('?table=true');
  });

  it('explains a bar in a tooltip, and hatches the unfinished day', async () => {
    const page = await agedPage();
    await open(page, '/', 'Overview');
    const bar = page.getByTestId('unfinished');
    expect(await bar.getAttribute('fill')).toMatch(/^url\(#.+\)$/);
    const [left, , width] = await boxOf(bar);
    // The bar is at the right edge, so its tooltip is on the left.
    await bar.hover({ force: true });
    const tooltip = page.locator('.visx-tooltip');
    const [from, , room] = await boxOf(tooltip);
    expect(Math.abs(left - 12 - (from + room))).toBeLessThanOrEqual(1);
    expect(room).toBeLessThanOrEqual(260);
    expect(await tooltip.locator('p').allTextContents()).toEqual([
      expect.stringMatching(/ \$0\.0018$/),
      'users.by_username$0.0012',
      'users.by_id$0.0006',
    ]);
    await page.mouse.move(left - 400, (await boxOf(bar))[1]);
    const [onTheRight] = await boxOf(tooltip);
    expect(onTheRight).toBeGreaterThan(left - 400);
    expect(width).toBeGreaterThan(0);
  });

  /** A page for the owner of an old account with two requests today and five in the previous period. */
  async function agedPage(): Promise<Page> {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await callApi('/users/1001', key);
    await callApi('/users/username/marta.trails', key);
    await untilLogged(owner, 2);
    const page = await browser.page(owner);
    await page.route('**/dashboard/api/account', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), created_at: '2020-01-01T00:00:00.000Z' } });
    });
    const today = new Date().toISOString().slice(0, 10);
    await page.route('**/dashboard/api/usage?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const response = await route.fetch();
      const answer = await response.json();
      if (query.get('to') === today) return route.fulfill({ response, json: answer });
      const usage = { requests: 5, charged_requests: 5, errors: 0, spend_usd: '0.006000' };
      const group = { operation: 'users.by_id', key_id: '1', key_name: 'Production' };
      const time = `${query.get('from')}T00:00:00.000Z`;
      return route.fulfill({ response, json: { ...answer, items: [{ time, ...group, ...usage }] } });
    });
    return page;
  }
});

async function chooseInChart(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Chart options' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function boxOf(place: Locator): Promise<[left: number, top: number, width: number]> {
  const box = await place.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return [box.x, box.y, box.width];
}
