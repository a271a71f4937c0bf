import type { Page } from 'playwright-core';
import { expectGood } from './support/axe';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey, type Person, supporter } from './support/people';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Media links lead to the simulator. */
async function setFollowers(key: string, userId: string, follower_count: number | null): Promise<void> {
  const { profile_pic_url: url } = (await (await callApi(`/users/${userId}`, key)).json()) as Record<string, string>;
  const body = JSON.stringify({ id: userId, values: { follower_count } });
  const response = await fetch(new URL('/_sim/changes', url), { method: 'POST', body });
  expect(response.status).toBe(200);
}

async function sendCall(page: Page, operation: string, userId: string): Promise<void> {
  await open(page, `/playground?operation=${operation}`, 'Playground');
  await page.getByRole('textbox', { name: 'user_id' }).fill(userId);
  await button(page, 'Send').click();
  await button(page, 'Watch this').waitFor();
}

const listed = (owner: Person) => owner.call<{ items: { id: string }[] }>('GET', '/monitors');

browserSuite('the monitors pages', () => {
  const browser = useBrowser();

  it('teach how to watch something, show a change with before and after, and pause and resume', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Production');
    await setFollowers(key, '1011', 417);
    const page = await browser.page(owner);
    await open(page, '/monitors', 'Monitors');
    await page.getByText('Nothing is watched yet').waitFor();
    await expectGood(page);
    await sendCall(page, 'users.by_id', '1011');

    await button(page, 'Watch this').press('Enter');
    await dialog(page).getByText('about $0.0144 a day').waitFor();
    await expectGood(page, '[role="dialog"]');
    await dialog(page).getByLabel('How often').selectOption('every 15 minutes');
    await dialog(page).getByText('about $0.0576 a day').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Followers of a friend');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Followers of a friend' }).waitFor();
    await page.getByText('No event yet').waitFor();
    await page.getByRole('list', { name: 'Runs' }).getByText('learned what is there').waitFor();
    await expectGood(page);

    await setFollowers(key, '1011', 420);
    await button(page, 'Run now').click();
    await page.getByRole('list', { name: 'Events' }).getByText('+3').waitFor();
    expect(await page.getByRole('list', { name: 'Events' }).innerText()).toMatch(
      /follower_count 417\s*→\s*became\s*420 \+3/,
    );
    await page.getByRole('img', { name: /^follower_count, 417 to 420: 417, / }).waitFor();
    await expectGood(page);
    await button(page, 'Chart options').click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    await page.getByRole('region', { name: 'follower_count' }).getByRole('cell', { name: '420' }).first().waitFor();
    await expectGood(page);

    await setFollowers(key, '1011', null);
    await button(page, 'Run now').click();
    await page.getByText('The response has no text, number or boolean at follower_count.').first().waitFor();
    await button(page, 'Pause').click();
    await page.getByText('Paused: A member paused it').waitFor();
    expect(await button(page, 'Run now').isDisabled()).toBe(true);
    await expectGood(page);
    await page.getByRole('link', { name: 'Monitors' }).first().click();
    const row = page.getByRole('listitem', { name: 'Followers of a friend' });
    await row.getByText('paused').waitFor();
    expect(await row.innerText()).toMatch(/about \$0\.0576 a day[\s\S]*follower_count 417/);
    await expectGood(page);
    await row.getByRole('link').click();
    await button(page, 'Resume').click();
    await page.getByText('Paused:').waitFor({ state: 'detached' });
    await button(page, 'Delete').click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is watched yet').waitFor();
  });

  it('show support the events and runs of a customer, and offer no change', async () => {
    const customer = await newCustomer();
    const { id: key_id } = await newKey(customer.owner, 'Production');
    const what = {
      operation: 'users.by_id',
      parameters: { user_id: '1001' },
      kind: 'changed',
      fields: ['follower_count'],
    };
    await customer.owner.call('POST', '/monitors', { ...what, every_minutes: 60, key_id, name: 'Of a customer' });
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}/monitors`, customer.name);
    await page.getByRole('link', { name: 'Of a customer' }).click();
    await page.getByRole('list', { name: 'Runs' }).getByText('learned what is there').waitFor();
    await expectGood(page);
    expect(await button(page, 'Pause').count()).toBe(0);
    await page.getByRole('list', { name: 'Runs' }).getByRole('link', { name: 'Receipt' }).click();
    await dialog(page).getByText('users.by_id').first().waitFor();
  });

  it('make one monitor when the first answer is lost, and offer none to who may not make one', async () => {
    const { owner } = await newCustomer();
    await newKey(owner, 'Production');
    const page = await browser.page(owner);
    let lost = 0;
    await page.route('**/dashboard/api/monitors', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost++;
      await route.fetch();
      await route.abort();
    });
    await sendCall(page, 'users.posts', '1001');
    await button(page, 'Watch this').click();
    await button(page, 'Start watching').click();
    await page.getByText('No event yet').waitFor();
    expect([lost, (await listed(owner)).items.length]).toEqual([1, 1]);
    await open(page, '/playground?operation=users.followers', 'Playground');
    await page.getByRole('textbox', { name: 'user_id' }).fill('1001');
    await button(page, 'Send').click();
    await page.getByRole('link', { name: 'Receipt' }).waitFor();
    expect(await button(page, 'Watch this').count()).toBe(0);
  });
});
