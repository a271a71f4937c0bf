import {
  type Browser,
  type BrowserContext,
  chromium,
  type Download,
  type Page,
  type Request,
  type Route,
} from 'playwright-core';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { shownMs, shownWithUndoMs } from '../../src/components/toast-times';
import { readDemoFile } from './demo-file';
import type { Person } from './people';

export const browserEndpointVariable = 'LOUPE_BROWSER_ENDPOINT';

/** A deadline, not an assertion on speed. */
const patienceMs = 30_000 * patience;

export interface Look {
  theme: 'light' | 'dark';
  width: 360 | 1440;
}

export const looks: readonly Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
];

/** `BROWSER_LOOK` is the index of the look that most tests use. */
export const usualLook: Look = looks[Number(process.env.BROWSER_LOOK ?? 0)] ?? looks[0]!;

/** Both themes and both widths in two runs. */
export const flowLooks: readonly Look[] = [looks[0]!, looks[3]!];

export const viewportOf = (width: Look['width']) => ({ width, height: width === 360 ? 740 : 900 });

export class TestBrowser {
  private browser: Browser | undefined;
  private inUse: BrowserContext[] = [];
  /** Contexts of finished tests, reused with warm caches. */
  private free: BrowserContext[] = [];
  private complaints: string[] = [];

  async start(): Promise<void> {
    this.browser = await chromium.connect(process.env[browserEndpointVariable] ?? '', { timeout: patienceMs });
  }

  /** If a person is given, the page is signed in without the form. */
  async page(who?: Person, { theme, width }: Look = usualLook): Promise<Page> {
    const context = this.free.pop() ?? (await this.newContext());
    this.inUse.push(context);
    if (who) {
      const [name = '', value = ''] = who.cookie.split('=');
      await context.addCookies([{ name, value, url: readDemoFile().base_url, httpOnly: true, sameSite: 'Strict' }]);
    }
    const page = await context.newPage();
    // The context may have been another test's: what that user chose must not be remembered.
    const devTools = await context.newCDPSession(page);
    const origin = new URL(readDemoFile().base_url).origin;
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
    await devTools.detach();
    // Tests check only the end of a transition.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewportOf(width));
    page.setDefaultTimeout(patienceMs);
    await page.addInitScript(keepToasts, { times: [shownMs, shownWithUndoMs], patience });
    page.on('pageerror', (error) => this.complaints.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.complaints.push(message.text());
    });
    return page;
  }

  /** Script errors and CSP violations since the last call. Neither must ever happen. */
  takeComplaints(): string[] {
    return this.complaints.splice(0);
  }

  async closePages(): Promise<void> {
    for (const context of this.inUse.splice(0)) {
      const [_empty, ...pages] = context.pages();
      // A request that a test's route still answers is cut off, and its error would fail whichever test runs then.
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(pages.map((page) => page.close()));
      // The next test must not find a session.
      await context.clearCookies();
      this.free.push(context);
    }
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }

  private async newContext(): Promise<BrowserContext> {
    if (!this.browser) throw new Error('The browser is not started.');
    const context = await this.browser.newContext({
      baseURL: readDemoFile().base_url,
      permissions: ['clipboard-write'],
    });
    // An open empty page keeps the context's process, with its compiled code, for the next test.
    await context.newPage();
    return context;
  }
}

/** A toast stays longer on a slow machine: a test may look for it, and press its button, only seconds later. */
function keepToasts(toasts: { times: number[]; patience: number }): void {
  const start = window.setTimeout as (run: TimerHandler, ms?: number, ...rest: unknown[]) => number;
  const startLonger = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
    start(run, toasts.times.includes(ms) ? ms * toasts.patience : ms, ...rest);
  window.setTimeout = startLonger as typeof window.setTimeout;
}

/** Closes the pages after each test, and fails a test whose page had script errors or CSP violations. */
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

export async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`/dashboard${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Navigates without loading the document again. */
export async function goTo(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), `/dashboard${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

interface Held {
  /** How many requests were held. */
  count: number;
  release(): Promise<void>;
}

/** Holds a page's requests to this address until they are released. Later ones are not held. */
export async function hold(page: Page, address: string, isHeld = (_request: Request) => true): Promise<Held> {
  let open: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pass = async (route: Route) => {
    if (isHeld(route.request())) {
      held.count++;
      await released;
    }
    await route.fallback();
  };
  const held: Held = {
    count: 0,
    async release() {
      open();
      await page.unroute(address, pass);
    },
  };
  await page.route(address, pass);
  return held;
}

/**
 * Holds what the page asks the API by itself. So the page learns of the end of a session from what the test presses, not from a poll,
 * whose dialog would cover the button.
 */
export const holdPolls = (page: Page): Promise<Held> =>
  hold(page, '**/dashboard/api/**', (request) => request.method() === 'GET');

/** Opens the menu if the screen is too narrow for the navigation. */
export async function showNavigation(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

export async function textOf(download: Promise<Download>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the text that `copy` writes to the clipboard. Observes the write, because all tests share one clipboard. */
export async function copiedBy(page: Page, copy: () => Promise<void>): Promise<string> {
  const written = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = async (text) => {
      await write(text);
      texts.push(text);
    };
    return texts;
  });
  await copy();
  const text = await page.waitForFunction((texts) => texts[0], written);
  return (await text.jsonValue())!;
}
