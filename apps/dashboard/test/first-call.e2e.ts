import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { patience } from '../../../scripts/lib/patience.cjs';
import { copiedBy, flowLooks, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { type Customer, newCustomer } from './support/people';

async function signInByForm(page: Page, { owner }: Customer): Promise<void> {
  await page.goto('/dashboard/');
  await page.getByLabel('Email').fill(owner.credentials.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

browserSuite('the dashboard of a new customer', () => {
  const browser = useBrowser();

  it.each(flowLooks)(
    'leads from the sign-in to a free first call in three clicks and under a minute ($theme, $width px)',
    async (look) => {
      const customer = await newCustomer();
      const page = await browser.page(undefined, look);
      const begin = Date.now();
      await signInByForm(page, customer);
      await page.getByRole('heading', { name: 'Make your first call' }).waitFor();
      const create = page.getByRole('link', { name: 'Create a free test key' });
      // The text of a link that looks like a button must not have the colour of the button.
      const [words, ground] = await create.evaluate((link) => {
        const { color, backgroundColor } = getComputedStyle(link);
        return [color, backgroundColor];
      });
      expect(words).not.toBe(ground);
      await create.click();
      expect(await page.getByLabel('Name').inputValue()).toBe('First key');
      await page.getByRole('button', { name: 'Create key' }).click();
      const copy = page.getByRole('button', { name: 'Copy: curl with this key' });
      const line = await copiedBy(page, () => copy.click());
      const answer = JSON.parse(execFileSync('sh', ['-c', line.replace('curl', 'curl -s')], { encoding: 'utf8' }));
      await page.getByText('First request received').waitFor();
      const seconds = (Date.now() - begin) / 1_000;
      process.stdout.write(`sign-in to first call (${look.theme}, ${look.width} px): ${seconds.toFixed(1)} s\n`);
      expect(answer.username).toBeDefined();
      expect(seconds).toBeLessThan(60 * patience);
    },
  );

  it('updates the overview when the first request arrives', async () => {
    const customer = await newCustomer();
    const page = await browser.page(customer.owner);
    await page.goto('/dashboard/');
    await page.getByText('Waiting for the first request').waitFor();
    const { key } = await customer.owner.call<{ key: string }>('POST', '/keys', { name: 'Elsewhere' });
    execFileSync('curl', ['-s', '-H', `x-api-key: ${key}`, new URL('/users/username/marta.trails', page.url()).href]);
    await page.getByRole('heading', { name: 'Where does the money go?' }).waitFor();
    expect(
      await page.getByText('Biggest cost: Profile by username (users.by_username), $0.0012, 100%.').isVisible(),
    ).toBe(true);
  });
});
