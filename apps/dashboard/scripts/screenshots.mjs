// Renders the README's pictures into docs/images from a product that `npm start` runs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { demo, launchBrowser, makeTraffic, root } from './demo.mjs';

const pictures = join(root, 'docs/images');

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
const browser = await launchBrowser();
for (const colorScheme of ['light', 'dark']) await takePicture(browser, colorScheme);
await browser.close();
