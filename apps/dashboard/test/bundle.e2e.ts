import type { Request } from 'playwright-core';
import { useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey } from './support/people';

const budgetBytes = 330_000;

browserSuite('the dashboard in a browser', () => {
  const browser = useBrowser();

  it('loads less than 330 KB of compressed JavaScript from the sign-in to the overview’s chart', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await callApi('/users/username/marta.trails', key);
    const page = await browser.page();
    // Sizes are read at the end: a read still pending when the page closes would fail the test.
    const scripts = new Map<string, Request>();
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.set(new URL(request.url()).pathname, request);
    });
    await page.goto('/dashboard/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(owner.credentials.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('table', { name: 'Totals for the period' }).waitFor();
    await page.waitForLoadState('networkidle');

    const names = [...scripts.keys()];
    const sizes = await Promise.all([...scripts.values()].map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    process.stdout.write(
      `JavaScript of sign-in and overview with chart: ${(bytes / 1_000).toFixed(1)} KB compressed\n`,
    );
    expect(bytes).toBeLessThan(budgetBytes);
    expect(
      names.filter((name) => /playground|keys-page|requests-view|ledger|settings|customer|audit/.test(name)),
    ).toEqual([]);
  });

  it('starts in a browser whose storage is blocked', async () => {
    const page = await browser.page();
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new Error('denied');
        },
      }),
    );
    await page.goto('/dashboard/sign-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
