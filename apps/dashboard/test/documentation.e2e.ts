import type { Page } from 'playwright-core';
import { expectGood } from './support/axe';
import { copiedBy, flowLooks, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { newCustomer } from './support/people';

/** One page of each kind, and those with the longest words and tables. */
const kinds = ['/', '/docs/', '/docs/webhooks', '/docs/data', '/docs/reference/posts.comments', '/errors', '/status'];

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the docs' });

browserSuite('the documentation', () => {
  const browser = useBrowser();

  it('has no accessibility violation and no sideways scrolling in the documentation', async () => {
    const page = await browser.page();
    for (const path of kinds) {
      await page.goto(path);
      await expectGood(page);
    }
  });

  it('has no accessibility violation in the documentation’s search results, and navigates with the mobile menu', async () => {
    const page = await browser.page(undefined, flowLooks[1]);
    await page.goto('/docs/quickstart');
    await search(page).fill('followers');
    await page.getByRole('link', { name: 'Accounts that follow a user' }).first().waitFor();
    await expectGood(page);
    await search(page).press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  });

  it('searches the documentation with the keyboard alone', async () => {
    const page = await browser.page();
    await page.goto('/docs/');
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency exhausted');
    await page.getByText('idempotency_key_used_up').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Idempotency key exhausted' }).waitFor();
  });

  it('shows the rows of the error table that the search matches', async () => {
    const page = await browser.page();
    await page.goto('/errors');
    await search(page).fill('key_cap');
    await page.getByRole('row', { name: /unknown_route/ }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('row', { name: /key_cap_reached/ }).isVisible()).toBe(true);
  });

  it('keeps the chosen language of code samples, and copies the visible sample', async () => {
    const page = await browser.page();
    await page.goto('/docs/reference/users.by_id');
    await page.getByText('Python', { exact: true }).click();
    await page.goto('/docs/reference/posts.by_id');
    const code = page.getByRole('group', { name: 'Code: Python' });
    await code.waitFor();
    await code.hover();
    const copy = page.getByRole('button', { name: 'Copy' }).first();
    expect(await copiedBy(page, () => copy.click())).toBe(await code.innerText());
    await page.evaluate(() => localStorage.clear());
  });

  it('opens the playground with the operation of the reference', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await page.goto('/docs/reference/users.followers');
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'user_id' }).inputValue()).toBe('1001');
  });

  it('works without JavaScript: text, navigation and the choice of code samples', async () => {
    const page = await browser.page();
    await page.route('**/docs/pages.js', (route) => route.abort());
    await page.goto('/docs/reference/users.by_id');
    expect(await search(page).isVisible()).toBe(false);
    await page.getByText('TypeScript', { exact: true }).click();
    await page.getByRole('group', { name: 'Code: TypeScript' }).waitFor();
    expect(await page.getByRole('group', { name: 'Code: curl' }).isVisible()).toBe(false);
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Data guide' }).click();
    await page.getByRole('heading', { level: 1, name: 'Data guide' }).waitFor();
  });
});
