import type { Page } from 'playwright-core';
import { copiedBy, flowLooks, open, useBrowser, usualLook } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey } from './support/people';

async function openOperation(page: Page, operation: string): Promise<void> {
  await open(page, `/playground?operation=${operation}`, 'Playground');
  const userId = page.getByRole('textbox', { name: 'user_id' });
  if (await userId.isVisible()) await userId.fill('1001');
}

const callHistory = (page: Page) => page.getByRole('navigation', { name: 'Calls so far' });
const answer = (page: Page) => page.getByRole('region', { name: 'Response' });

browserSuite('the playground', () => {
  const browser = useBrowser();

  it.each(flowLooks)(
    'shows a call’s price, sends it, and shows the response and headers ($theme, $width px)',
    async (look) => {
      const { owner } = await newCustomer();
      const page = await browser.page(owner, look);
      await openOperation(page, 'users.reels');
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
    },
  );

  it('renders only the visible rows of a huge tree, whose end the keyboard reaches', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    const body = Object.fromEntries(Array.from({ length: 2_000 }, (_, place) => [`member_${place}`, place]));
    await page.route('**/dashboard/api/playground', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: JSON.stringify(body) });
    });
    await open(page, '/playground?operation=users.by_id', 'Playground');
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await page.getByRole('button', { name: 'Send' }).click();
    const lines = answer(page).getByRole('treeitem');
    await lines.getByText('member_1: 1', { exact: true }).waitFor();
    // Draws the tree again. Its code is loaded now, so the first render must already leave out invisible rows.
    for (const tab of [/headers/, 'JSON']) await answer(page).getByRole('tab', { name: tab }).click();
    await lines.getByText('member_1: 1', { exact: true }).waitFor();
    expect(await lines.count()).toBeLessThan(200);
    await lines.first().focus();
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.activeElement?.textContent === 'member_1999: 1999');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.activeElement?.textContent === 'member_1998: 1998');
  });

  it('moves through the JSON tree with the keyboard', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await openOperation(page, 'users.by_username');
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

  it('shows every member of a response, identifying ones first, filters it, and copies a value with its path', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Trying');
    const page = await browser.page(owner);
    await openOperation(page, 'users.by_username');
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
    const copied = await copiedBy(page, () => page.getByRole('menuitem', { name: 'Copy with its path' }).click());
    expect(copied).toBe(`follower_count = ${body.follower_count}`);
  });

  it('reports invalid parameters before a call is sent', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/playground') && request.resourceType() === 'fetch') sent.push(pathname);
    });
    await open(page, '/playground?operation=users.by_id', 'Playground');
    await page.getByRole('textbox', { name: 'user_id' }).fill('marta');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This must be a string of digits').waitFor();
    expect(sent).toEqual([]);
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('cost $0.0006').waitFor();
    expect(sent).toEqual(['/dashboard/api/playground']);
  });

  it('reads the next page of a list and keeps the user id for the next operation', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await openOperation(page, 'users.followers');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByRole('button', { name: 'Next page' }).click();
    await callHistory(page).getByRole('link', { name: 'next page' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'cursor' }).inputValue()).not.toBe('');
    const userId = await page.getByRole('textbox', { name: 'user_id' }).inputValue();
    await page.getByLabel('Operation', { exact: true }).selectOption({ label: 'Profile by id' });
    await page.getByText('GET /users/{user_id}').waitFor();
    expect(await page.getByRole('textbox', { name: 'user_id' }).inputValue()).toBe(userId);
  });

  it('sends an operation with its example values, and clears the other one of two exclusive parameters', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await openOperation(page, 'resolve.media');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('DRqAYKuAIUx').waitFor();
    await page.getByRole('textbox', { name: 'code' }).fill('CSgquzkYxhP');
    expect(await page.getByRole('textbox', { name: 'pk' }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('2639297316059813967').waitFor();
  });

  it('shows the code and the cost of an error of the data API', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner, usualLook);
    await openOperation(page, 'posts.by_id');
    await page.getByRole('textbox', { name: 'post_id' }).fill('!!');
    await page.getByRole('button', { name: 'Send' }).click();
    await answer(page).getByText('invalid_parameter').first().waitFor();
    await answer(page).getByText('cost $0.00').waitFor();
  });

  it.each(flowLooks)(
    'follows references from call to call, and goes back free of charge ($theme, $width px)',
    async (look) => {
      const { owner } = await newCustomer();
      const page = await browser.page(owner, look);
      let calls = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/playground')) calls++;
      });
      await openOperation(page, 'users.by_username');
      await page.getByRole('button', { name: 'Send' }).click();
      const card = answer(page).getByRole('region', { name: 'Preview of the response' });
      await card.getByText('Marta Trails').waitFor();
      await card.getByRole('button', { name: '@marta.trails' }).click();
      await page.getByRole('menuitem', { name: 'Posts $0.0006', exact: true }).click();
      await callHistory(page).getByRole('link', { name: 'posts' }).waitFor();
      await card.getByRole('listitem').first().getByRole('button').first().click();
      await page.getByRole('menuitem', { name: 'Comments $0.0006', exact: true }).click();
      await callHistory(page).getByRole('link', { name: 'comments' }).waitFor();

      await callHistory(page).getByRole('link', { name: '@marta.trails' }).click();
      await card.getByText('Marta Trails').waitFor();
      expect(calls).toBe(3);
      const steps = new URL(page.url()).searchParams.get('trail');
      expect(steps).toContain('/users/username/marta.trails');

      // A reloaded tab shows the history and sends nothing by itself.
      await page.reload();
      await page.getByText('This tab does not have the response yet').waitFor();
      expect(await callHistory(page).getByRole('link', { name: 'comments' }).isVisible()).toBe(true);
      expect(calls).toBe(3);
    },
  );

  it('highlights a value in both the preview and the JSON, and opens a row’s operations with the keyboard', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await openOperation(page, 'users.by_username');
    await page.getByRole('button', { name: 'Send' }).click();
    const card = answer(page).getByRole('region', { name: 'Preview of the response' });
    await card.getByText('followers').hover();
    await answer(page).locator('[role="treeitem"][data-lit]', { hasText: 'follower_count' }).waitFor();
    await answer(page)
      .getByRole('treeitem', { name: /^full_name/ })
      .hover();
    await card.locator('[data-lit]', { hasText: 'Marta Trails' }).waitFor();
    await answer(page).getByRole('treeitem', { name: /^pk:/ }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Followers $0.0006' }).waitFor();
    // An open menu takes the focus a moment later.
    await page.locator(':focus', { hasText: 'Profile' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(':focus[data-path="/pk"]').waitFor();
  });

  it('shows a call as curl, TypeScript and Python', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/playground?operation=search.places', 'Playground');
    await page.getByRole('textbox', { name: 'query' }).fill('café');
    const code = page.getByRole('region', { name: 'This call as code' });
    for (const language of ['curl', 'TypeScript', 'Python']) {
      await code.getByRole('tab', { name: language }).click();
      expect(await code.locator('pre').textContent()).toContain('/search/places?query=caf%C3%A9');
    }
  });
});
