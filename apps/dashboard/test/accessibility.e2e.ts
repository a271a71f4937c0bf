import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { looks, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { type Customer, callApi, newCustomer, newKey, supporter } from './support/people';

// Evaluated, not added as a script element: the page's CSP stays as it is.
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Every rule of WCAG 2.2 A and AA and the best practices that axe knows. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document)')) as AxeResult;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 300)}\n${failureSummary}`),
  );
}

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function expectGood(page: Page): Promise<void> {
  await page.waitForTimeout(300); // a dialog fades in; its colours are judged when it stands
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
}

browserSuite('accessibility', () => {
  const browser = useBrowser();
  let busy: Customer;

  beforeAll(async () => {
    busy = await newCustomer('100');
    const { id, key } = await newKey(busy.owner, 'Production');
    await busy.owner.call('PATCH', `/keys/${id}`, { daily_cap_usd: '5' });
    await busy.owner.call('POST', `/keys/${id}/rate-request`, { requests_per_second: 50, reason: 'More work' });
    const old = await newKey(busy.owner, 'Retired');
    await busy.owner.call('DELETE', `/keys/${old.id}`);
    for (const path of ['/users/username/marta.trails', '/users/1001/reels', '/users/1', '/users/x', '/resolve/media'])
      await callApi(path, key);
  });

  const ownerPages: [path: string, heading: string, settled: string | RegExp][] = [
    ['/', 'Overview', 'What goes wrong?'],
    ['/keys', 'Keys', 'Production'],
    ['/keys?create=true', 'Keys', 'Allowed addresses'],
    ['/requests', 'Requests', / in all$/],
    ['/ledger', 'Ledger', / in all$/],
    ['/playground', 'Playground', 'This call costs'],
    ['/playground?operation=search.users', 'Playground', 'This call costs'],
    ['/settings', 'Settings', 'this one'],
    ['/nowhere', 'Nothing here', 'This page does not exist'],
  ];

  it.each(looks)('of every owner page: no violation, no sideways scrolling ($theme, $width px)', async (look) => {
    const page = await browser.page(busy.owner, look);
    for (const [path, heading, settled] of ownerPages) {
      await open(page, path, heading);
      await page.getByText(settled).first().waitFor();
      await expectGood(page);
    }
  });

  it.each(looks)('of every support page ($theme, $width px)', async (look) => {
    const page = await browser.page(await supporter(), look);
    const customer = `/support/customers/${busy.accountId}`;
    const pages: [path: string, heading: string, settled: string | RegExp][] = [
      ['/support', 'Customers', busy.name],
      [customer, busy.name, 'What goes wrong?'],
      [`${customer}/keys`, busy.name, 'Production'],
      [`${customer}/requests`, busy.name, / in all$/],
      [`${customer}/ledger`, busy.name, / in all$/],
      ['/support/rate-requests', 'Rate requests', busy.name],
      ['/support/audit', 'Audit log', / (shown|in all)$/],
      ['/support/health', 'Service health', 'Does the upstream answer?'],
      ['/settings', 'Settings', 'this one'],
    ];
    for (const [path, heading, settled] of pages) {
      await open(page, path, heading);
      await page.getByText(settled).first().waitFor();
      await expectGood(page);
    }
  });

  it.each(looks)('of the pages before the sign-in, with and without an error ($theme, $width px)', async (look) => {
    const page = await browser.page(undefined, look);
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

  it.each(looks)('of the dialogs and the answer of the playground ($theme, $width px)', async (look) => {
    const page = await browser.page(busy.owner, look);
    for (const action of ['Edit', 'Rotate', 'Revoke']) {
      await open(page, '/keys', 'Keys');
      await page.getByRole('button', { name: `${action}: Production` }).click();
      await page.getByRole('dialog').waitFor();
      await expectGood(page);
    }
    await open(page, '/requests?outcome=failed', 'Requests');
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('region', { name: 'Problem' }).waitFor();
    await expectGood(page);
    await expectGoodAnswer(page);
  });

  async function expectGoodAnswer(page: Page): Promise<void> {
    const { id, key } = await newKey(busy.owner, 'Playground');
    await open(page, '/playground?operation=users.reels', 'Playground');
    await page.getByLabel('Key', { exact: true }).selectOption(id);
    await page.getByLabel(/^Paste the key/).fill(key);
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await page.getByRole('button', { name: 'Send' }).click();
    for (const tab of ['Tree', 'Raw', /headers/, /pictures/]) {
      await page.getByRole('tab', { name: tab }).click();
      await expectGood(page);
    }
  }

  it('lets the keyboard alone go from the sign-in to a copied key', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page();
    await open(page, '/sign-in', 'Sign in');
    await page.keyboard.type(owner.credentials.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(owner.credentials.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Make your first call' }).waitFor();
    await tabTo(page, 'Create a key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    await page.keyboard.type('Keyboard');
    await page.keyboard.press('Enter');
    await page.getByTestId('new-key').waitFor();
    await tabTo(page, 'Copy the key');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^loupe_/);
    await tabTo(page, 'I have stored the key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  it('gives the focus back to the button that opened a dialog', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/keys', 'Keys');
    const button = page.getByRole('button', { name: 'Edit: Production' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('moves the focus to the title of a page that was navigated to, and skips to the content', async () => {
    const page = await browser.page(busy.owner);
    await open(page, '/', 'Overview');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Ledger', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Ledger');
    expect(await page.title()).toBe('Ledger · Loupe');
  });
});

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (focused.trim() === name) return;
  }
  throw new Error(`${name} cannot be reached with Tab.`);
}
