import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium';
import type { Person } from './people';
import { readDemoFile } from './start-product';

export interface Look {
  theme: 'light' | 'dark';
  width: 360 | 1440;
}

/** The four looks that every page must be good in. */
export const looks: readonly Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
];

export const usualLook: Look = { theme: 'light', width: 1440 };

/** A Chromium for one test file, and what went wrong in its pages. */
export class TestBrowser {
  private browser: Browser | undefined;
  private contexts: BrowserContext[] = [];
  private complaints: string[] = [];

  async start(): Promise<void> {
    this.browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  }

  /** A page of its own, signed in without the form where somebody is given. */
  async page(who?: Person, { theme, width }: Look = usualLook): Promise<Page> {
    if (!this.browser) throw new Error('The browser is not started.');
    const { base_url: baseURL } = readDemoFile();
    const context = await this.browser.newContext({
      baseURL,
      colorScheme: theme,
      viewport: { width, height: width === 360 ? 740 : 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    this.contexts.push(context);
    if (who) {
      const [name = '', value = ''] = who.cookie.split('=');
      await context.addCookies([{ name, value, url: baseURL, httpOnly: true, sameSite: 'Strict' }]);
    }
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.complaints.push(message.text());
    });
    return page;
  }

  /** Scripts that failed and things that the CSP refused since the last time. Both must never happen. */
  takeComplaints(): string[] {
    return this.complaints.splice(0);
  }

  async closePages(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }
}

/** Starts a browser for the tests of a file, closes their pages, and fails a test whose page complained. */
export function useBrowser(): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.start());
  afterEach(async () => {
    await browser.closePages();
    expect(browser.takeComplaints()).toEqual([]);
  });
  afterAll(() => browser.stop());
  return browser;
}

/** Goes to a page of the dashboard and waits until its title stands there. */
export async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`/dashboard${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}
