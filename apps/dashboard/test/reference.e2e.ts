import type { Locator, Page } from 'playwright-core';
import { useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { readDemoFile } from './support/demo-file';

/** Opens the reference and, with a key, types it in as its reader would. */
async function openReference(page: Page, key?: string): Promise<void> {
  await page.goto('/docs');
  await operation(page, '/system/health').waitFor();
  if (!key) return;
  await page.getByRole('button', { name: /^Authorize/ }).click();
  const dialog = page.locator('.modal-ux');
  await dialog.getByRole('textbox').fill(key);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.locator('.btn-done').click();
}

const operation = (page: Page, path: string): Locator =>
  page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });

/** Sends the operation as it stands there, with its examples. */
async function tryOut(page: Page, path: string): Promise<{ status: string; answer: string }> {
  const block = operation(page, path);
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const live = block.locator('.live-responses-table tbody');
  return {
    status: await live.locator('.response-col_status').first().innerText(),
    answer: await live.locator('.response-col_description').first().innerText(),
  };
}

browserSuite('the API reference', () => {
  const browser = useBrowser();

  it('lists every operation and sends one without a key', async () => {
    const page = await browser.page();
    await openReference(page);
    const { paths } = (await (await page.request.get('/openapi.json')).json()) as { paths: object };
    expect(await page.locator('.opblock').count()).toBe(Object.keys(paths).length);
    const { status, answer } = await tryOut(page, '/system/health');
    expect(status).toMatch(/^200/);
    expect(answer).toContain('"status": "ok"');
  });

  it('sends operations with a key and their examples, and shows the answers', async () => {
    const page = await browser.page();
    await openReference(page, readDemoFile().api_key);
    for (const [path, expected] of [
      ['/users/username/{username}', '"username": "marta.trails"'],
      ['/posts/{post_id}/comments', '"media_pk": "2639297316059813967_1012"'],
      ['/search/places', 'x-cost-usd: 0.000600'],
      ['/resolve/media', '"code": "DRqAYKuAIUx"'],
    ] as const) {
      const { status, answer } = await tryOut(page, path);
      expect({ path, status, answer }).toEqual({
        path,
        status: expect.stringMatching(/^200/),
        answer: expect.stringContaining(expected),
      });
    }
  });

  it('shows a refusal as it came', async () => {
    const page = await browser.page();
    await openReference(page);
    const { status, answer } = await tryOut(page, '/system/balance');
    expect(status).toMatch(/^401/);
    expect(answer).toContain('"code": "unauthorized"');
  });
});
