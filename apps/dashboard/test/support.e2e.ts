import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { flowLooks, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { readDemoFile } from './support/demo-file';
import { chooseForKey } from './support/key-menu';
import {
  type Customer,
  callApi,
  newColleague,
  newCustomer,
  newKey,
  Person,
  supporter,
  untilDayIsLong,
  untilStatus,
} from './support/people';

const dialog = (page: Page) => page.getByRole('dialog');

interface LedgerPage {
  items: { kind: string; amount_usd: string }[];
}

const entriesOf = async ({ owner }: Customer): Promise<LedgerPage['items']> =>
  (await owner.call<LedgerPage>('GET', '/ledger')).items;

browserSuite('support', () => {
  const browser = useBrowser();

  it.each(flowLooks)(
    'finds a customer by name, email, key and request in one field ($theme, $width px)',
    async (look) => {
      const customer = await newCustomer();
      const { key, prefix } = await newKey(customer.owner, 'Found');
      const requestId = (await callApi('/users/1001', key)).headers.get('x-request-id') ?? '';
      const page = await browser.page(await supporter(), look);
      await open(page, '/support', 'Customers');
      const box = page.getByLabel('Find a customer');
      for (const text of [customer.name, customer.owner.credentials.email, prefix, requestId]) {
        await box.fill(text);
        await page.getByRole('heading', { name: `Customers for “${text}”` }).waitFor();
        await page.getByRole('link', { name: customer.name }).waitFor();
        expect(await page.getByRole('table').getByRole('link').count()).toBe(1);
      }
      await page.getByRole('link', { name: customer.name }).click();
      await dialog(page).getByText(requestId).first().waitFor();
      await box.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 1, name: customer.name }).waitFor();
    },
  );

  it('opens the customers page for support, and requests no data that only owners have', async () => {
    // A session of its own, because another test's requests count against the rate of the shared one.
    const page = await browser.page(await Person.signIn(readDemoFile().support));
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url());
    });
    await open(page, '/', 'Customers');
    await page.getByText(/ in total$| shown$/).waitFor();
    expect(refused).toEqual([]);
  });

  it('finds a customer by a pasted key, of which only the prefix is sent', async () => {
    const customer = await newCustomer();
    const { key, prefix } = await newKey(customer.owner, 'Pasted');
    const page = await browser.page(await supporter());
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await open(page, '/support', 'Customers');
    await page.getByLabel('Find a customer').fill(` ${key} `);
    await page.getByRole('heading', { name: `Customers for “${prefix}”` }).waitFor();
    await page.getByRole('link', { name: customer.name }).waitFor();
    addresses.push(page.url());
    expect(addresses.filter((address) => address.includes(prefix)).length).toBeGreaterThanOrEqual(2);
    expect(addresses.filter((address) => address.includes(key.slice(0, prefix.length + 1)))).toEqual([]);
    expect(await page.getByLabel('Find a customer').inputValue()).not.toContain(key);
  });

  it.each([
    ['emailed', 'The link was sent to'],
    ['email_failed', 'The email could not be sent'],
  ])('hides a password link from support if there is a mail server (%s)', async (delivery, message) => {
    const customer = await newCustomer();
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}`, customer.name);
    // The product under test has no mail server, so the response is faked.
    await page.route('**/password-link', async (route) => {
      const response = await route.fetch();
      const { url: _url, ...issued } = await response.json();
      await route.fulfill({ response, json: { ...issued, delivery } });
    });
    await page.getByRole('button', { name: 'Reset link' }).click();
    await dialog(page).getByRole('button', { name: 'Create link' }).click();
    await page.getByText(message).waitFor();
    expect(await page.locator('pre').count()).toBe(0);
  });

  it('shows every page in a phone’s menu when it is opened for the first time', async () => {
    const page = await browser.page(await supporter(), { theme: 'light', width: 360 });
    await open(page, '/support', 'Customers');
    await page.getByRole('button', { name: 'Menu' }).click();
    const links = page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link');
    expect(await links.count()).toBe(7);
    for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
  });

  it('tops up once, however often the button is pressed, and shows the new balance', async () => {
    const customer = await newCustomer('1');
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}`, customer.name);
    await page.getByRole('button', { name: 'Top up' }).click();
    await dialog(page).getByLabel('Amount').fill('25.50');
    await dialog(page).getByLabel('Note').fill('Invoice 7');
    // The first response is lost; the dialog asks what became of the top-up.
    await page.route(
      '**/top-ups',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    const send = dialog(page).getByRole('button', { name: 'Top up' });
    await send.dblclick();
    await page.getByText(`It worked: $25.50 was added for ${customer.name}. The balance is $26.50.`).waitFor();
    const topUps = (await entriesOf(customer)).filter(({ amount_usd }) => amount_usd === '25.500000');
    expect(topUps).toHaveLength(1);
    await page.getByRole('region', { name: 'Balance' }).getByText('$26.50').waitFor();
  });

  it('lists the customers who need attention, with the reason, and stores a note for colleagues', async () => {
    await untilDayIsLong();
    const customer = await newCustomer('0.0025');
    const { key } = await newKey(customer.owner, 'Nearly there');
    await callApi('/users/username/marta.trails', key);
    const page = await browser.page(await supporter());
    await open(page, '/support?view=low&sort=spend', 'Customers');
    const row = page.getByRole('row', { name: customer.name });
    await row.getByText('1 day', { exact: true }).waitFor();
    await row.getByText('$0.0012').waitFor();
    await page.getByRole('radio', { name: 'Suspended' }).press('Space');
    await page.waitForURL(/view=suspended/);
    await open(page, `/support/customers/${customer.accountId}`, customer.name);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await dialog(page).getByLabel('Note').fill('Pays by invoice');
    await dialog(page).getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('region', { name: 'Notes' }).getByText('Pays by invoice').waitFor();
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('row', { name: 'Added a note' }).getByText('Pays by invoice').waitFor();
    await page.getByRole('row', { name: 'Created a key key Nearly there' }).waitFor();
    await page.getByRole('button', { name: /^Remove the note/ }).click();
    await page.getByRole('row', { name: 'Removed a note' }).waitFor();
  });

  it('makes support confirm a large top-up', async () => {
    const customer = await newCustomer();
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}`, customer.name);
    await page.getByRole('button', { name: 'Top up' }).click();
    await dialog(page).getByLabel('Amount').fill('5000');
    await dialog(page).getByLabel('Note').fill('Invoice 8');
    await dialog(page).getByRole('button', { name: 'Top up' }).click();
    await dialog(page).getByLabel('Confirm amount').fill('5000');
    await dialog(page).getByRole('button', { name: 'Confirm and top up' }).click();
    await page.getByText(/^\$5,000\.00 was added/).waitFor();
    expect((await entriesOf(customer))[0]?.amount_usd).toBe('5000.000000');
  });

  it('leaves a top-up above the day’s limit to a colleague', async () => {
    const customer = await newCustomer();
    const page = await browser.page(await newColleague());
    await open(page, `/support/customers/${customer.accountId}`, customer.name);
    await page.getByRole('button', { name: 'Top up' }).click();
    await dialog(page).getByLabel('Amount').fill('20002');
    await dialog(page).getByLabel('Note').fill('Invoice 10');
    await dialog(page).getByRole('button', { name: 'Top up' }).click();
    await dialog(page).getByLabel('Confirm amount').fill('20002');
    await dialog(page).getByRole('button', { name: 'Confirm and top up' }).click();
    await dialog(page).getByText('It waits for a second person').waitFor();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await open(page, '/support/pending-top-ups', 'Pending top-ups');
    const rowOf = (shown: Page) => shown.getByRole('listitem').filter({ hasText: customer.name });
    await rowOf(page).getByText('You asked for it').waitFor();
    expect(await rowOf(page).getByRole('button').count()).toBe(0);
    const other = await browser.page(await supporter());
    await open(other, '/support/pending-top-ups', 'Pending top-ups');
    await rowOf(other).getByRole('button', { name: 'Approve' }).click();
    await dialog(other).getByRole('button', { name: 'Approve' }).click();
    await other.getByText(`$20,002.00 was added for ${customer.name}.`).waitFor();
    expect((await entriesOf(customer))[0]?.amount_usd).toBe('20002.000000');
  });

  it('reverses a top-up with a new ledger entry', async () => {
    const customer = await newCustomer('3');
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}/ledger`, customer.name);
    await page.getByRole('button', { name: 'Reverse' }).click();
    await dialog(page).getByLabel('Reason').fill('Paid twice');
    await dialog(page).getByRole('button', { name: 'Reverse top-up' }).click();
    await page.getByRole('row', { name: /Paid twice/ }).waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    expect((await entriesOf(customer)).map(({ kind, amount_usd }) => [kind, amount_usd])).toEqual([
      ['reversal', '-3.000000'],
      ['top_up', '3.000000'],
    ]);
    expect(await page.getByRole('button', { name: 'Reverse' }).count()).toBe(0);
  });

  it('suspends an account, whose keys are refused until it is resumed', async () => {
    const customer = await newCustomer();
    const { key } = await newKey(customer.owner, 'Suspended');
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}`, customer.name);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await dialog(page).getByLabel('Reason').fill('Abuse report');
    await dialog(page).getByRole('button', { name: 'Suspend' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await untilStatus(key, 403);
    await page.getByRole('button', { name: 'Resume' }).click();
    await dialog(page).getByLabel('Reason').fill('Settled');
    await dialog(page).getByRole('button', { name: 'Resume' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    await untilStatus(key, 200);
  });

  it('creates a customer whose invitation sets the password and signs in', async () => {
    const name = `Invited ${randomUUID().slice(0, 8)}`;
    const page = await browser.page(await supporter());
    await open(page, '/support', 'Customers');
    await page.getByRole('button', { name: 'New customer' }).click();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByLabel('Owner’s email').fill(`${randomUUID()}@example.com`);
    await dialog(page).getByRole('button', { name: 'Create customer' }).click();
    const link = (await dialog(page).locator('pre').textContent()) ?? '';
    const welcome = await browser.page();
    await welcome.goto(link);
    await welcome.getByLabel('New password').fill('short');
    await welcome.getByRole('button', { name: 'Set password and sign in' }).click();
    await welcome.getByText('must have 12').waitFor();
    await welcome.getByLabel('New password').fill(`a fine password ${randomUUID()}`);
    await welcome.getByRole('button', { name: 'Set password and sign in' }).click();
    await welcome.getByRole('heading', { name: 'Make your first call' }).waitFor();
    const again = await browser.page();
    await again.goto(link);
    await again.getByRole('alert').waitFor();
  });

  it('approves the requested rate limit with one click', async () => {
    const customer = await newCustomer();
    const { id } = await newKey(customer.owner, 'Importer');
    const rateRequest = { requests_per_second: 40, reason: 'Nightly import' };
    await customer.owner.call('POST', `/keys/${id}/rate-request`, rateRequest);
    const page = await browser.page(await supporter());
    await open(page, '/support/rate-requests', 'Rate requests');
    const row = page.getByRole('listitem').filter({ hasText: customer.name });
    await row.getByRole('button', { name: 'Approve 40 per second' }).click();
    await page.getByText(`The request was approved, and ${customer.name} has been notified.`).waitFor();
    await row.waitFor({ state: 'detached' });
    const { items } = await customer.owner.call<{ items: object[] }>('GET', '/keys');
    expect(items).toEqual(expect.arrayContaining([expect.objectContaining({ id, rate_limit_per_second: 40 })]));
  });

  it('approves a higher rate limit with a message, which the owner reads beside the key', async () => {
    const customer = await newCustomer();
    const { id } = await newKey(customer.owner, 'Importer');
    await customer.owner.call('POST', `/keys/${id}/rate-request`, {
      requests_per_second: 40,
      reason: 'Nightly import',
    });
    const page = await browser.page(await supporter());
    await open(page, '/support/rate-requests', 'Rate requests');
    const row = page.getByRole('listitem').filter({ hasText: customer.name });
    await row.getByRole('button', { name: 'Approve another rate' }).click();
    await dialog(page).getByLabel('Requests per second').fill('30');
    await dialog(page).getByLabel('Message to the customer (optional)').fill('Thirty for now');
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Approved' }).press('Space');
    await page.waitForURL((url) => url.search === '?state=granted');
    await page.reload();
    await row.waitFor();
    const owners = await browser.page(customer.owner);
    await open(owners, '/keys', 'Keys');
    await owners.getByText('30/s approved').waitFor();
    await owners.getByRole('link', { name: 'Importer' }).click();
    await owners.getByText('“Thirty for now”').waitFor();
    expect(await owners.getByText('“Thirty for now”').isVisible()).toBe(true);
    expect(await owners.getByText('30 requests per second').isVisible()).toBe(true);
  });

  it('changes a key’s rate, and shows that in the audit log', async () => {
    const customer = await newCustomer();
    await newKey(customer.owner, 'Faster');
    const page = await browser.page(await supporter());
    await open(page, `/support/customers/${customer.accountId}/keys`, customer.name);
    await chooseForKey(page, 'Faster', 'Change rate limit');
    await dialog(page).getByLabel('Requests per second').fill('25');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('25/s').waitFor();
    await open(page, `/support/audit?accountId=${customer.accountId}`, 'Audit log');
    await page.getByText(/25/).first().waitFor();
  });

  it('disables a colleague, whose session ends at once, and enables them again', async () => {
    const colleague = await newColleague();
    const page = await browser.page(await supporter());
    await open(page, '/support/staff', 'Staff');
    await page.getByRole('button', { name: `Disable ${colleague.credentials.email}` }).click();
    await dialog(page).getByLabel('Reason').fill('Left the company');
    await dialog(page).getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: `Enable ${colleague.credentials.email}` }).waitFor();
    await expect(colleague.call('GET', '/session')).rejects.toThrow('401');
    await expect(Person.signIn(colleague.credentials)).rejects.toThrow('401');
    await page.getByRole('button', { name: `Enable ${colleague.credentials.email}` }).click();
    await dialog(page).getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: `Disable ${colleague.credentials.email}` }).waitFor();
    await Person.signIn(colleague.credentials);
    const { email } = readDemoFile().support;
    expect(await page.getByRole('button', { name: `Disable ${email}` }).count()).toBe(0);
  });

  it('shows support the circuit breaker’s state and the response times', async () => {
    const page = await browser.page(await supporter());
    await open(page, '/support/health', 'Service health');
    await page.getByRole('heading', { name: 'Is the upstream responding?' }).waitFor();
    expect(await page.getByText('working', { exact: true }).isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'Do calls get answers?' }).waitFor();
    expect(await page.getByText('95th percentile').isVisible()).toBe(true);
  });
});
