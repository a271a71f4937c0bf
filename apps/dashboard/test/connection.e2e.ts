import { goTo, open, showNavigation, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { type Customer, callApi, newCustomer, newKey, untilLogged } from './support/people';

browserSuite('a page that is missing or has no connection', () => {
  const browser = useBrowser();
  let customer: Customer;

  beforeAll(async () => {
    customer = await newCustomer();
    const { key } = await newKey(customer.owner, 'Production');
    await callApi('/users/1001', key);
    await untilLogged(customer.owner, 1);
  });

  it('says that the connection is lost, pauses live updates, and resumes by itself', async () => {
    const page = await browser.page(customer.owner);
    await open(page, '/requests', 'Requests');
    await page.getByText('1 request in total').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByText(/^No connection since \d\d:\d\d:\d\d$/).waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'hidden' });
    await page.getByText(/^No connection since/).waitFor({ state: 'hidden' });
  });

  it('is never blank between the logo and the first content', async () => {
    const page = await browser.page(customer.owner);
    await page.addInitScript(() => {
      const look = () => {
        const root = document.getElementById('root');
        const logo = document.querySelector<HTMLElement>('.opening');
        const isBlank =
          root !== null && root.childElementCount === 0 && logo?.offsetParent === null && !logo.checkVisibility();
        if (isBlank || (root !== null && logo === null)) document.documentElement.dataset.blank = 'true';
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/dashboard/keys');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    expect(await page.locator('.opening').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.dataset.blank)).toBeUndefined();
  });

  it('shows a problem while a page’s code cannot be loaded, and the page afterwards', async () => {
    const page = await browser.page(customer.owner);
    await page.route(/assets\/keys-(page|view)/, (route) => route.abort());
    await open(page, '/', 'Overview');
    await showNavigation(page);
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByText('The code of this page could not be loaded.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
    await page.unroute(/assets\/keys-(page|view)/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  });

  it('shows a page that was opened while Loupe was unreachable, as soon as Loupe responds', async () => {
    const page = await browser.page(customer.owner);
    const away = { status: 503, contentType: 'text/plain', body: 'away' };
    await page.route('**/dashboard/api/**', (route) => route.fulfill(away));
    await page.goto('/dashboard/ledger');
    await page.getByText('No response arrived: Loupe may be restarting.').waitFor();
    await page.getByText('It will reload as soon as Loupe can be reached.').waitFor();
    await page.unroute('**/dashboard/api/**');
    await page.getByText('Closing balance').waitFor();
  });

  it('shows the navigation on an unknown address', async () => {
    const page = await browser.page(customer.owner);
    await open(page, '/nowhere/at/all', 'Page not found');
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
  });

  it('says that Loupe restarts, and refreshes the page afterwards', async () => {
    const page = await browser.page(customer.owner);
    await open(page, '/keys', 'Keys');
    await page.getByText('Production').first().waitFor();
    const away = { status: 503, contentType: 'text/plain', body: 'away' };
    await page.route('**/dashboard/api/**', (route) => route.fulfill(away));
    await goTo(page, '/ledger', 'Ledger');
    await page.getByText('Loupe is not responding').waitFor();
    await page.unroute('**/dashboard/api/**');
    await page.getByText('Loupe is not responding').waitFor({ state: 'hidden' });
    await page.getByText('Closing balance').waitFor();
  });
});
