import type { Page } from 'playwright-core';
import { copiedBy, open, showNavigation, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey, untilLogged } from './support/people';

browserSuite('the keyboard', () => {
  const browser = useBrowser();

  it('goes from the sign-in to a copied key with the keyboard alone', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page();
    await open(page, '/sign-in', 'Sign in');
    await page.keyboard.type(owner.credentials.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(owner.credentials.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Make your first call' }).waitFor();
    await tabTo(page, 'Create a live key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    await page.keyboard.type('Keyboard');
    await page.keyboard.press('Enter');
    await page.getByTestId('new-key').waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    await tabTo(page, 'Copy key');
    // The page itself looks for what the button says, because it says so only for two seconds.
    const [key] = await Promise.all([
      copiedBy(page, () => page.keyboard.press('Enter')),
      page.waitForFunction(() => [...document.querySelectorAll('button')].some((one) => one.innerText === 'Copied')),
    ]);
    expect(key).toMatch(/^loupe_/);
    await tabTo(page, 'I have stored the key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement?.matches(':not(body, [role="dialog"] *)'));
  });

  it('opens a chart’s table with the keyboard and focuses it', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Chart options' }).waitFor();
    await tabTo(page, 'Chart options');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Show as table');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Spend by hour and operation' }).waitFor();
    await tabTo(page, 'Spend by hour and operation');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SECTION');
  });

  it('returns the focus to the button that opened a dialog', async () => {
    const { owner } = await newCustomer();
    await newKey(owner, 'Production');
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    const button = page.getByRole('button', { name: 'Actions: Production' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Edit');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // The focus moves a moment after the dialog has gone.
    await page.waitForFunction((element) => element === document.activeElement, await button.elementHandle());
  });

  it('focuses a page’s title after a navigation, and skips to the content', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await showNavigation(page);
    await page.getByRole('link', { name: 'Ledger', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.matches('h1'));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ledger');
    expect(await page.title()).toBe('Ledger · Loupe');
  });

  it('shows the full value of a shortened text on focus', async () => {
    const { owner } = await newCustomer('9.9988');
    const page = await browser.page(owner);
    await open(page, '/', 'Overview');
    await page.getByText('$9.99', { exact: true }).first().waitFor();
    await tabTo(page, '$9.99');
    await page.getByRole('tooltip').getByText('Exactly $9.9988').waitFor();
  });

  it('opens a narrow screen’s menu, closes it on navigation, and returns the focus', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner, { theme: 'dark', width: 360 });
    await open(page, '/', 'Overview');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await tabTo(page, 'Menu');
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: 'Overview', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Menu');
    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Owner' }).press('Enter');
    await menu.getByText(owner.credentials.email).waitFor();
    await menu.getByRole('radio', { name: 'Light' }).press('Space');
    await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' });
    await menu.getByRole('link', { name: 'Ledger' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    await menu.waitFor({ state: 'hidden' });
  });
});

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
    });
    if (focused.trim() === name) return;
  }
  throw new Error(`${name} cannot be reached with Tab.`);
}
