import type { Page } from 'playwright-core';
import { expectGood as expectGoodLooks } from './support/axe';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { chooseForKey } from './support/key-menu';
import { type Customer, callApi, newCustomer, newKey, supporter, untilLogged, untilStatus } from './support/people';

/** Judges what the page shows now in all four looks. */
const expectGood = (page: Page): Promise<void> =>
  expectGoodLooks(page, (theme) =>
    page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' }),
  );

browserSuite('accessibility', () => {
  const browser = useBrowser();
  let busy: Customer;
  let keyId: string;

  beforeAll(async () => {
    busy = await newCustomer('100');
    const { id, key } = await newKey(busy.owner, 'Production');
    keyId = id;
    await busy.owner.call('PATCH', `/keys/${id}`, { daily_cap_usd: '5' });
    await busy.owner.call('POST', `/keys/${id}/rate-request`, { requests_per_second: 50, reason: 'More work' });
    const old = await newKey(busy.owner, 'Retired');
    await busy.owner.call('DELETE', `/keys/${old.id}`);
    const paths = ['/users/username/marta.trails', '/users/1001/reels', '/users/1', '/users/x', '/resolve/media'];
    for (const path of paths) await callApi(path, key);
    await untilLogged(busy.owner, paths.length);
    // Its cap is reached, and it is refused where it is used.
    await busy.owner.call('PATCH', `/keys/${id}`, { allowed_ips: ['203.0.113.7'], monthly_cap_usd: '0.0001' });
    await untilStatus(key, 401);
    await untilLogged(busy.owner, paths.length + 1);
    const notes = `/support/accounts/${busy.accountId}/notes`;
    await (await supporter()).call('POST', notes, { text: 'Pays by invoice' });
  });

  const ownerPages: [path: string, heading: string, settled: string | RegExp][] = [
    ['/', 'Overview', 'What goes wrong?'],
    ['/keys', 'Keys', 'Production'],
    ['/keys?create=true', 'Keys', 'Allowed addresses'],
    ['/requests', 'Requests', / in total$/],
    ['/ledger', 'Ledger', 'Closing balance'],
    ['/playground', 'Playground', 'This call costs'],
    ['/playground?operation=search.users', 'Playground', 'This call costs'],
    ['/settings', 'Settings', 'this session'],
    ['/nowhere', 'Page not found', 'There is nothing at this address'],
  ];

  it.each(ownerPages)(
    'of %s: no violation and no sideways scrolling, in every look',
    async (path, heading, settled) => {
      const page = await browser.page(busy.owner);
      await open(page, path, heading);
      await page.getByText(settled).first().waitFor();
      await expectGood(page);
    },
  );

  it('of every support page, in every look', async () => {
    const page = await browser.page(await supporter());
    const customer = `/support/customers/${busy.accountId}`;
    const pages: [path: string, heading: string, settled: string | RegExp][] = [
      ['/support', 'Customers', busy.name],
      [customer, busy.name, 'What goes wrong?'],
      [`${customer}/keys`, busy.name, 'Production'],
      [`${customer}/keys/${keyId}`, busy.name, 'What it is used for'],
      [`${customer}/activity`, busy.name, / in total$/],
      [`${customer}/requests`, busy.name, / in total$/],
      [`${customer}/ledger`, busy.name, 'Closing balance'],
      ['/support/rate-requests', 'Rate requests', busy.name],
      ['/support/audit', 'Audit log', / (shown|in total)$/],
      ['/support/staff', 'Staff', / (person|people)$/],
      ['/support/health', 'Service health', 'Is the upstream responding?'],
      ['/settings', 'Settings', 'this session'],
    ];
    for (const [path, heading, settled] of pages) {
      await open(page, path, heading);
      await page.getByText(settled).first().waitFor();
      await expectGood(page);
    }
  });

  it('of the pages before the sign-in, with and without an error, in every look', async () => {
    const page = await browser.page();
    await open(page, '/sign-in', 'Sign in');
    await expectGood(page);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('nothing at all');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await expectGood(page);
    await open(page, '/welcome#unknown', 'Choose a new password');
    await page.getByRole('alert').waitFor();
    await expectGood(page);
  });

  it.each(['Edit', 'Rotate', 'Revoke'])('of the dialog “%s” of a key, in every look', async (action) => {
    const page = await browser.page(busy.owner);
    await open(page, '/keys', 'Keys');
    await chooseForKey(page, 'Production', action);
    await page.getByRole('dialog').waitFor();
    await expectGood(page);
  });

  it('of a key’s menu and of its page, with what it was refused for, in every look', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/keys', 'Keys');
    await page.getByRole('button', { name: 'Actions: Production' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await expectGood(page);
    await open(page, `/keys/${keyId}`, 'Production');
    await page.getByText('The key may not be used from').waitFor();
    await page.getByRole('list', { name: 'Operations of this key' }).waitFor();
    await expectGood(page);
  });

  it('of a day of the ledger that is open, in every look', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/ledger', 'Ledger');
    await page.getByRole('button', { name: /Charges of/ }).click();
    await page.getByText('by Production').first().waitFor();
    await expectGood(page);
  });

  it('of the dialogs with which support decides and writes notes, in every look', async () => {
    const page = await browser.page(await supporter());
    await open(page, '/support/rate-requests', 'Rate requests');
    await page.getByRole('listitem').filter({ hasText: busy.name }).getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByLabel('Requests per second').waitFor();
    await expectGood(page);
    await open(page, `/support/customers/${busy.accountId}`, busy.name);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('dialog').getByLabel('Note').waitFor();
    await expectGood(page);
  });

  it('of the search over everything, with findings and without, in every look', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/', 'Overview');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByText('Playground', { exact: true }).first().waitFor();
    await expectGood(page);
    await page.getByRole('textbox', { name: 'Search or paste an id' }).fill('nothing of that name');
    await page.getByText('Nothing is called that.').waitFor();
    await expectGood(page);
  });

  it('of the dialog that asks for a top-up, in every look', async () => {
    const { owner } = await newCustomer('0.0001');
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Ask for a top-up' }).click();
    await page.getByRole('dialog').getByLabel('Amount').waitFor();
    await expectGood(page);
  });

  it.each([
    ['Turn this into code', 'curl'],
    ['Estimate', 'Accounts to start from'],
  ])('of the dialog “%s” of a trail, in every look', async (action, settled) => {
    const page = await browser.page(busy.owner);
    const stations = ['/users/username/marta.trails', '/users/1001/followers#user_id=/pk'];
    await open(page, `/playground?trail=${encodeURIComponent(JSON.stringify(stations))}`, 'Playground');
    await page.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByText(settled, { exact: true }).waitFor();
    await expectGood(page);
  });

  it('of the receipt of a failed request, in every look', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/requests?outcome=failed', 'Requests');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('region', { name: 'Problem' }).waitFor();
    await expectGood(page);
  });

  it('of every view of an answer in the playground, in every look', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/playground?operation=users.reels', 'Playground');
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'What it is' }).getByRole('button').first().click();
    await page.getByRole('menuitem', { name: 'Copy value' }).waitFor();
    await expectGood(page);
    await page.keyboard.press('Escape');
    for (const tab of ['JSON', 'Raw', /headers/, /pictures/]) {
      await page.getByRole('tab', { name: tab }).click();
      await expectGood(page);
    }
  });
});
