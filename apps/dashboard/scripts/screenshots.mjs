// Renders the README's pictures into docs/images from a running product: `npm start` in one terminal, this in another.
// DATA_DIR says where its demo.json is (default .data); CHROMIUM_PATH names a browser other than /usr/bin/chromium.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pictures = join(root, 'docs/images');
const demo = JSON.parse(readFileSync(join(process.env.DATA_DIR ?? join(root, '.data'), 'demo.json'), 'utf8'));
const calls = [
  '/users/1001',
  '/users/1002/followers',
  '/users/username/marta.trails',
  '/hashtags/trail',
  '/users/1005',
];

/** Something to see: a few charged calls, below the rate of the demo key. */
async function makeTraffic() {
  for (const path of [...calls, ...calls]) {
    await (await fetch(demo.base_url + path, { headers: { 'x-api-key': demo.api_key } })).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

async function takePicture(browser, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme });
  await page.goto(demo.dashboard_url);
  await page.getByLabel(/e-?mail/i).fill(demo.owner.email);
  await page.locator('input[type=password]').fill(demo.owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(pictures, `overview-${colorScheme}.png`) });
  await page.close();
}

mkdirSync(pictures, { recursive: true });
await makeTraffic();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
for (const colorScheme of ['light', 'dark']) await takePicture(browser, colorScheme);
await browser.close();
