import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { copiedBy, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer } from './support/people';

const dialog = (page: Page) => page.getByRole('dialog');

browserSuite('the management tokens of an owner', () => {
  const browser = useBrowser();

  it('are shown once, list what they did, and end with one click', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/keys', 'Keys');
    await page.getByRole('link', { name: 'Management tokens' }).click();
    await page.getByRole('heading', { name: 'Management tokens' }).waitFor();
    await page.getByRole('button', { name: 'Create a token' }).click();
    await dialog(page).getByLabel('Name').fill('Pipeline');
    await dialog(page).getByLabel('Daily limit of each key').fill('3');
    await dialog(page).getByRole('button', { name: 'Create token' }).click();
    await dialog(page).getByText('it is never shown again').waitFor();
    const token = await copiedBy(page, () => dialog(page).getByRole('button', { name: 'Copy token' }).click());
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('new-token').isVisible()).toBe(true);
    await dialog(page).getByRole('button', { name: 'I have stored the token' }).click();
    const row = page.getByRole('row', { name: /Pipeline/ });
    await row.getByText('$3.00').waitFor();
    expect(await page.content()).not.toContain(token);

    const made = await callApi('/manage/keys', token, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name: 'Made by a program' }),
    });
    expect(made.status).toBe(201);
    await row.getByRole('button', { name: 'What Pipeline did' }).click();
    await dialog(page).getByText('key.create').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'End Pipeline' }).click();
    await row.getByText('revoked').waitFor();
    expect((await callApi('/manage/keys', token)).status).toBe(401);
  });
});
