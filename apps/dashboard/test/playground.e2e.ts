import type { Page } from 'playwright-core';
import { flowLooks, open, useBrowser, usualLook } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey } from './support/people';

async function openWithKey(page: Page, operation: string, key: string): Promise<void> {
  await open(page, `/playground?operation=${operation}`, 'Playground');
  await page.getByLabel(/^Paste the key/).fill(key);
  const userId = page.getByRole('textbox', { name: 'user_id' });
  if (await userId.isVisible()) await userId.fill('1001');
}

const answer = (page: Page) => page.getByRole('region', { name: 'Response' });

browserSuite('the playground', () => {
  const browser = useBrowser();

  it.each(flowLooks)(
    'says the price, sends the call, and shows answer, headers and pictures ($theme, $width px)',
    async (look) => {
      const { owner } = await newCustomer();
      const { key } = await newKey(owner, 'Trying');
      const page = await browser.page(owner, look);
      await openWithKey(page, 'users.reels', key);
      await page.getByText('This call costs $0.0006').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await answer(page).getByText('cost $0.0006').waitFor();
      expect(
        await answer(page)
          .getByRole('treeitem', { name: /^items:/ })
          .isVisible(),
      ).toBe(true);
      await answer(page)
        .getByRole('tab', { name: /headers/ })
        .click();
      expect(await answer(page).getByText('x-request-id').isVisible()).toBe(true);
      await answer(page)
        .getByRole('tab', { name: /pictures/ })
        .click();
      const picture = answer(page).getByRole('img').first();
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction(
        (element) => (element as HTMLImageElement).naturalWidth > 0,
        await picture.elementHandle(),
      );
    },
  );

  it('walks the tree with the keyboard', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Trying');
    const page = await browser.page(owner);
    await openWithKey(page, 'users.by_username', key);
    await page.getByRole('button', { name: 'Send' }).click();
    const tree = answer(page).getByRole('tree');
    await tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await tree.getByRole('treeitem').count()).toBe(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-level')).toBe('2');
  });

  it('hides no member of an answer, shows what it is known by first, filters it, and copies a value with its path', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Trying');
    const page = await browser.page(owner);
    await openWithKey(page, 'users.by_username', key);
    await page.getByRole('button', { name: 'Send' }).click();
    const lines = answer(page).getByRole('treeitem');
    await lines.filter({ hasText: 'pk: "1001"' }).first().waitFor();
    expect((await lines.allTextContents()).slice(1, 4).map((line) => line.split(':')[0])).toEqual([
      'pk',
      'id',
      'username',
    ]);
    const body = await (await callApi('/users/username/marta.trails', key)).json();
    expect(await answer(page).locator('[aria-level="2"]').count()).toBe(Object.keys(body).length);

    await answer(page).getByRole('searchbox', { name: 'Filter the response' }).fill('follower_');
    await page.waitForFunction(() => document.querySelectorAll('[role="treeitem"]').length < 8);
    await lines.filter({ hasText: 'follower_count' }).first().click();
    await page.getByRole('menuitem', { name: 'Copy with its path' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`follower_count = ${body.follower_count}`);
  });

  it('finds faults before anything is sent, and sends nothing without a key', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Trying');
    const page = await browser.page(owner);
    let sent = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/users/')) sent++;
    });
    await open(page, '/playground?operation=users.by_id', 'Playground');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Paste the key to send the call.').waitFor();
    await page.getByLabel(/^Paste the key/).fill(key);
    await page.getByRole('textbox', { name: 'user_id' }).fill('marta');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This must be a string of digits.').waitFor();
    expect(sent).toBe(0);
  });

  it('pages through a list and keeps the user id for the next operation', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Trying');
    const page = await browser.page(owner);
    await openWithKey(page, 'users.followers', key);
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByRole('button', { name: 'Next page' }).click();
    expect(await page.getByRole('textbox', { name: 'cursor' }).inputValue()).not.toBe('');
    const userId = await page.getByRole('textbox', { name: 'user_id' }).inputValue();
    await chooseOperation(page, 'Profile by id');
    expect(await page.getByRole('textbox', { name: 'user_id' }).inputValue()).toBe(userId);
  });

  it('sends an operation as it stands, and of two parameters that exclude each other the typed one', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Trying');
    const page = await browser.page(owner);
    await openWithKey(page, 'resolve.media', key);
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('DRqAYKuAIUx').waitFor();
    await page.getByRole('textbox', { name: 'code' }).fill('CSgquzkYxhP');
    expect(await page.getByRole('textbox', { name: 'pk' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('2639297316059813967').waitFor();
  });

  it('shows a refusal of the data API as it came', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Trying');
    const page = await browser.page(owner, usualLook);
    await openWithKey(page, 'posts.by_id', key);
    await page.getByRole('textbox', { name: 'post_id' }).fill('!!');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('invalid_parameter').first().waitFor();
    await answer(page).getByText('cost $0.00').waitFor();
  });

  it('gives the same call as curl, TypeScript and Python', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/playground?operation=search.places', 'Playground');
    await page.getByRole('textbox', { name: 'query' }).fill('café');
    const code = page.getByRole('region', { name: 'The same call as code' });
    for (const language of ['curl', 'TypeScript', 'Python']) {
      await code.getByRole('tab', { name: language }).click();
      expect(await code.locator('pre').textContent()).toContain('/search/places?query=caf%C3%A9');
    }
  });
});

/** From the list beside the form, or from the field that takes its place on a narrow screen. */
async function chooseOperation(page: Page, summary: string): Promise<void> {
  const field = page.getByLabel('Operation', { exact: true });
  if (await field.isVisible()) await field.selectOption({ label: summary });
  else await page.getByRole('link', { name: summary }).click();
}
