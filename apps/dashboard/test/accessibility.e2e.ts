import type { Page } from 'playwright-core';
import { expectGood } from './support/axe';
import { goTo, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { chooseForKey } from './support/key-menu';
import {
  type Customer,
  callApi,
  newCustomer,
  newKey,
  Person,
  supporter,
  untilLogged,
  untilStatus,
} from './support/people';

const dialog = '[role="dialog"]';

/** Neighbouring stops have different headings, so that a heading shows that its page has loaded. */
type Stop = [path: string, heading: string, awaited: string | RegExp];

async function judgeAll(page: Page, stops: readonly Stop[]): Promise<void> {
  await open(page, stops[0]![0], stops[0]![1]);
  for (const [path, heading, awaited] of stops) {
    await goTo(page, path, heading);
    await page.getByText(awaited).first().waitFor();
    await expectGood(page);
  }
}

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
    await busy.owner.call('POST', '/account/top-up-request', { amount_usd: '50' });
    const old = await newKey(busy.owner, 'Retired');
    await busy.owner.call('DELETE', `/keys/${old.id}`);
    const paths = ['/users/username/marta.trails', '/users/1001/reels', '/users/1', '/users/x', '/resolve/media'];
    for (const path of paths) await callApi(path, key);
    await untilLogged(busy.owner, paths.length);
    // The key has reached its cap and may not be used from here.
    await busy.owner.call('PATCH', `/keys/${id}`, { allowed_ips: ['203.0.113.7'], monthly_cap_usd: '0.0001' });
    await untilStatus(key, 401);
    await untilLogged(busy.owner, paths.length + 1);
    const notes = `/support/accounts/${busy.accountId}/notes`;
    await (await supporter()).call('POST', notes, { text: 'Pays by invoice' });
  });

  it('has no accessibility violation and no sideways scrolling on any page of an owner', async () => {
    await judgeAll(await browser.page(busy.owner), [
      ['/', 'Overview', 'What went wrong?'],
      ['/keys', 'Keys', 'Production'],
      ['/requests', 'Requests', / in total$/],
      ['/?table=true', 'Overview', 'Total'],
      ['/keys?create=true', 'Keys', 'Allowed addresses'],
      ['/ledger', 'Ledger', 'Closing balance'],
      ['/playground', 'Playground', 'This call costs'],
      ['/settings', 'Account', 'Members'],
      ['/monitors', 'Monitors', 'Nothing is watched yet'],
      ['/playground?operation=search.users', 'Playground', 'This call costs'],
      ['/webhook', 'Webhooks', 'isFromLoupe'],
      ['/you', 'You', 'this session'],
      ['/nowhere', 'Page not found', 'There is nothing at this address'],
    ]);
  });

  it('has no accessibility violation on any support page', async () => {
    const customer = `/support/customers/${busy.accountId}`;
    await judgeAll(await browser.page(await supporter()), [
      ['/support', 'Customers', busy.name],
      [customer, busy.name, 'What went wrong?'],
      ['/support/rate-requests', 'Rate requests', busy.name],
      [`${customer}/keys`, busy.name, 'Production'],
      ['/support/audit', 'Audit log', / (shown|in total)$/],
      [`${customer}/keys/${keyId}`, busy.name, 'What it is used for'],
      ['/support/staff', 'Staff', / (person|people)$/],
      [`${customer}/activity`, busy.name, / in total$/],
      ['/support/health', 'Service health', 'Is the upstream responding?'],
      [`${customer}/requests`, busy.name, / in total$/],
      ['/you', 'You', 'this session'],
      [`${customer}/ledger`, busy.name, 'Closing balance'],
      ['/support', 'Customers', busy.name],
      [`${customer}/monitors`, busy.name, 'Nothing is watched'],
    ]);
  });

  it('has no accessibility violation on the pages before the sign-in, with and without an error', async () => {
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

  it('has no accessibility violation in the dialogs that edit, rotate and revoke a key', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/keys', 'Keys');
    for (const action of ['Edit', 'Rotate', 'Revoke']) {
      await chooseForKey(page, 'Production', action);
      await page.getByRole('dialog').waitFor();
      await expectGood(page, dialog);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });

  it('has no accessibility violation in a key’s menu and on its page with refusals', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/keys', 'Keys');
    await page.getByRole('button', { name: 'Actions: Production' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await expectGood(page);
    // An IPv6 address of eight groups, because it is long.
    await page.route('**/refusals*', async (route) => {
      const response = await route.fetch();
      const address = '2001:db8:85a3:8d3:1319:8a2e:3705:7348';
      await route.fulfill({ response, body: (await response.text()).replaceAll('127.0.0.1', address) });
    });
    await goTo(page, `/keys/${keyId}`, 'Production');
    await page.getByText('The key may not be used from').waitFor();
    await page.getByRole('list', { name: 'Operations of this key' }).waitFor();
    await expectGood(page);
    await page.getByRole('button', { name: 'Chart options' }).click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    await page.getByRole('table', { name: 'Requests per day' }).waitFor();
    await page.waitForURL((url) => url.search === '?table=true');
    await expectGood(page);
  });

  it('has no accessibility violation in support’s dialogs for decisions and notes', async () => {
    const page = await browser.page(await supporter());
    await open(page, '/support/rate-requests', 'Rate requests');
    await page
      .getByRole('listitem')
      .filter({ hasText: busy.name })
      .getByRole('button', { name: 'Approve another rate' })
      .click();
    await page.getByRole('dialog').getByLabel('Requests per second').waitFor();
    await expectGood(page);
    await goTo(page, `/support/customers/${busy.accountId}`, busy.name);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('dialog').getByLabel('Note').waitFor();
    await expectGood(page);
  });

  it('has no accessibility violation in the invitation dialog and the menu of members', async () => {
    // The first sign-in may be too old for an invitation by now.
    const owner = await Person.signIn(busy.owner.credentials);
    await owner.call('POST', '/members', { email: `viewer-of-${busy.accountId}@example.com`, role: 'viewer' });
    const page = await browser.page(busy.owner);
    await open(page, '/settings', 'Account');
    await page.getByRole('button', { name: 'Invite a member' }).click();
    await page.getByRole('dialog').getByLabel('Role').waitFor();
    await expectGood(page, dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Actions for viewer-of-/ }).click();
    await page.getByRole('menuitem', { name: 'New invitation' }).waitFor();
    await expectGood(page);
  });

  it('has no accessibility violation in the notifications, the user menu and a toast', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/settings', 'Account');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first().waitFor();
    await expectGood(page, dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account owner' }).click();
    await page.getByRole('radiogroup', { name: 'Theme' }).waitFor();
    await expectGood(page, '[role="group"][aria-label="Your account"]');
    await page.keyboard.press('Escape');
    await page.getByRole('radiogroup', { name: 'Theme' }).waitFor({ state: 'hidden' });
    await page.getByRole('checkbox', { name: 'The balance is low: Email' }).click();
    await page.getByRole('button', { name: 'Undo' }).hover();
    await expectGood(page, '.mantine-Notifications-root[data-position="bottom-right"]');
  });

  it('has no accessibility violation in the search, with and without results', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/', 'Overview');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByText('Playground', { exact: true }).first().waitFor();
    await expectGood(page);
    await page.getByRole('textbox', { name: 'Search or paste an id' }).fill('nothing of that name');
    await page.getByText('No results.').waitFor();
    await expectGood(page, dialog);
  });

  it('has no accessibility violation in the list of shortcuts, which ? opens', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/', 'Overview');
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('This list').waitFor();
    await expectGood(page, dialog);
  });

  it('has no accessibility violation in the dialog for a top-up request', async () => {
    const { owner } = await newCustomer('0.0001');
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Ask for a top-up' }).click();
    await page.getByRole('dialog').getByLabel('Amount').waitFor();
    await expectGood(page, dialog);
  });

  it('has no accessibility violation in a call history', async () => {
    const page = await browser.page(busy.owner);
    const steps = ['/users/username/marta.trails', '/users/1001/followers#user_id=/pk'];
    await open(page, `/playground?trail=${encodeURIComponent(JSON.stringify(steps))}`, 'Playground');
    await page.getByRole('region', { name: 'This call as code' }).waitFor();
    await expectGood(page);
  });

  it('has no accessibility violation on the receipt of a failed request', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/requests?outcome=caller_error', 'Requests');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('region', { name: 'Problem' }).waitFor();
    await expectGood(page);
  });

  it('has no accessibility violation in any view of a response in the playground', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/playground?operation=users.reels', 'Playground');
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('region', { name: 'Preview of the response' }).getByRole('button').first().click();
    await page.getByRole('menuitem', { name: 'Copy value' }).waitFor();
    await expectGood(page);
    await page.keyboard.press('Escape');
    for (const tab of ['JSON', /headers/]) {
      await page.getByRole('tab', { name: tab }).click();
      await expectGood(page, '[role="tabpanel"]');
    }
    // A short response, because each of its rows is checked.
    await open(page, '/playground?operation=users.by_id', 'Playground');
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('tab', { name: 'Raw' }).click();
    await expectGood(page, '[role="tabpanel"]');
  });
});
