import { goTo, open, textOf, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { callApi, newCustomer, newKey, supporter, untilLogged } from './support/people';

browserSuite('the request log', () => {
  const browser = useBrowser();

  it('shows a request within seconds, without a reload, and leads to its receipt', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Watched');
    const page = await browser.page(owner);
    await open(page, '/requests', 'Requests');
    await page.getByText('No requests yet').waitFor();
    const requestId = (await callApi('/users/username/marta.trails', key)).headers.get('x-request-id') ?? '';
    await page.getByRole('link', { name: 'Profile by username' }).click();
    const receipt = page.getByRole('dialog');
    await receipt.getByText(requestId).first().waitFor();
    await receipt.getByText('GET /users/username/marta.trails').waitFor();
    expect(page.url()).toContain(`/requests/${requestId}`);
    expect(await receipt.getByRole('region', { name: 'Charge' }).textContent()).toContain('$0.0012');
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'hidden' });
  });

  it('renders only the visible rows of a long log, whose end can be reached', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Busy');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    await page.route('**/dashboard/api/requests?*', async (route) => {
      const response = await route.fetch();
      const { items, ...rest } = await response.json();
      const many = Array.from({ length: 1_000 }, (_, place) => ({
        ...items[0],
        request_id: `${items[0].request_id.slice(0, -4)}${String(place).padStart(4, '0')}`,
        address: `/users/${place}`,
      }));
      await route.fulfill({ response, json: { ...rest, items: many } });
    });
    await open(page, '/requests', 'Requests');
    await page.getByRole('switch', { name: 'Live' }).press('Space');
    const table = page.getByRole('table');
    await page.locator('table[aria-rowcount="1001"] [aria-rowindex="2"]').waitFor();
    const shown = table.locator('tbody tr[aria-rowindex]');
    await page.waitForFunction(() => document.querySelectorAll('tr[aria-rowindex]').length < 100);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await table.locator('[aria-rowindex="1001"]').waitFor();
    expect(await shown.count()).toBeLessThan(100);
    expect(await shown.last().textContent()).toContain('999');
    await shown.last().getByRole('link').focus();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1_440);
  });

  it('moves from receipt to receipt beside the log, and opens a call in the playground', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Stepped');
    for (const id of [1001, 1002, 1003]) await callApi(`/users/${id}`, key);
    await untilLogged(owner, 3);
    const page = await browser.page(owner);
    await open(page, '/requests', 'Requests');
    await page.getByRole('row').filter({ hasText: '1003' }).getByRole('link').click();
    const receipt = page.getByRole('dialog');
    await receipt.getByText('GET /users/1003').waitFor();
    await page.keyboard.press('j');
    await receipt.getByText('GET /users/1002').waitFor();
    await receipt.getByRole('button', { name: 'Older request' }).click();
    await receipt.getByText('GET /users/1001').waitFor();
    expect(await receipt.getByRole('button', { name: 'Older request' }).isDisabled()).toBe(true);
    await page.keyboard.press('k');
    await receipt.getByText('GET /users/1002').waitFor();
    await receipt.getByRole('link', { name: 'Open this call in the playground' }).click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'user_id' }).inputValue()).toBe('1002');
  });

  it('fetches the log once, then only new requests', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Quiet');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    const queries: string[] = [];
    page.on('request', (request) => queries.push(new URL(request.url()).search));
    await open(page, '/requests', 'Requests');
    await page.getByText('1 request in total').waitFor();
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('/requests?') && answer.url().includes('from='),
    );
    expect(await (await answered).json()).toMatchObject({ has_more: false });
    expect(queries.filter((query) => query === '?limit=50')).toHaveLength(1);
    await callApi('/users/1002', key);
    await page.getByText('2 requests in total').waitFor();
  });

  it('says in a sentence why a request failed, in its row and first on its receipt, with the exact problem', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Failing');
    const answer = await callApi('/users/1001/followers?cursor=forged', key);
    const problem = await answer.json();
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    await open(page, '/requests', 'Requests');
    await page.getByRole('row').filter({ hasText: problem.detail }).getByRole('link').click();
    const receipt = page.getByRole('dialog');
    await receipt.getByRole('region', { name: 'Problem' }).getByText(problem.detail).waitFor();
    await receipt.getByText('Error response sent to the caller').click();
    expect(JSON.parse((await receipt.locator('pre').textContent()) ?? '')).toEqual(problem);
    expect(await page.getByRole('region', { name: 'Charge' }).textContent()).toContain('$0.00');
  });

  it('combines equal rejected requests in one row, and counts them in the receipt', async () => {
    const { owner } = await newCustomer();
    const { id, key } = await newKey(owner, 'Hasty');
    // So low that a slow machine exceeds it, too.
    await (await supporter()).call('PATCH', `/support/keys/${id}`, { rate_limit_per_second: 1 });
    await Promise.all(Array.from({ length: 20 }, () => callApi('/resolve/media?pk=1', key)));
    const page = await browser.page(owner);
    await open(page, '/requests?outcome=too_many_requests', 'Requests');
    const line = page.getByRole('row').filter({ hasText: /429 × \d+/ });
    await line.first().getByRole('link').click();
    await page
      .getByRole('dialog')
      .getByText(/\d+ requests with this key were refused for this reason/)
      .waitFor();
    const receipt = page.url();
    const remedy = page.getByRole('link', { name: 'Request a higher rate limit' });
    await remedy.click();
    const request = page.getByRole('dialog', { name: 'Request a higher rate limit for “Hasty”' });
    await request.getByLabel('What do you need it for?').fill('A nightly import');
    await request.getByRole('button', { name: 'Send to support' }).click();
    await page.getByText('2/s requested').waitFor();
    await page.goto(receipt);
    await page.getByRole('region', { name: 'Problem' }).waitFor();
    await page.getByLabel('Key', { exact: true }).getByRole('option', { name: 'Hasty' }).waitFor({ state: 'attached' });
    expect(await remedy.count()).toBe(0);
  });

  it('links a charge’s receipt to its day on the ledger', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Charged');
    const requestId = (await callApi('/users/username/marta.trails', key)).headers.get('x-request-id') ?? '';
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    await open(page, `/requests/${requestId}`, 'Requests');
    await page.getByRole('link', { name: 'See that day in the ledger' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    await page
      .getByRole('row', { name: /Charges of/ })
      .and(page.locator('[data-marked]'))
      .waitFor();
  });

  it('filters the log by key, operation and outcome, and stores the filter in the address', async () => {
    const { owner } = await newCustomer();
    const [one, other] = [await newKey(owner, 'One'), await newKey(owner, 'Other')];
    await callApi('/users/1001', one.key);
    await callApi('/users/username/no%20name', other.key);
    await untilLogged(owner, 2);
    const page = await browser.page(owner);
    await open(page, '/requests', 'Requests');
    await page.getByText('2 requests in total').waitFor();
    await page.getByLabel('Outcome').selectOption('caller_error');
    await page.getByText('1 request in total').waitFor();
    expect(await page.getByRole('link', { name: 'Profile by username' }).isVisible()).toBe(true);
    await page.reload();
    await page.getByText('1 request in total').waitFor();
    await page.getByLabel('Key').selectOption({ label: 'One' });
    await page.getByText('No matching requests').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('2 requests in total').waitFor();
    await page.getByLabel('Operation').selectOption('users.by_id');
    await page.getByText('1 request in total').waitFor();
  });

  it('shows the active filters on a phone, and clears one of them', async () => {
    const { owner } = await newCustomer();
    const { id, key } = await newKey(owner, 'One');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner, { theme: 'light', width: 360 });
    await open(page, `/requests?keyId=${id}&outcome=caller_error`, 'Requests');
    await page.getByText('No matching requests').waitFor();
    expect(await page.getByLabel('Outcome', { exact: true }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Clear Outcome: Your errors' }).click();
    await page.getByText('1 request in total').waitFor();
    expect(await page.getByRole('button', { name: 'Clear Key: One' }).isVisible()).toBe(true);
    expect(new URL(page.url()).searchParams.has('outcome')).toBe(false);
  });

  it('loads older pages of the log on demand, each request once', async () => {
    const { owner } = await newCustomer();
    const { id, key } = await newKey(owner, 'Busy');
    await (await supporter()).call('PATCH', `/support/keys/${id}`, { rate_limit_per_second: 1000 });
    for (let sent = 0; sent < 60; sent++) await callApi('/resolve/media?pk=3776832898280228145', key);
    await untilLogged(owner, 60);
    const page = await browser.page(owner);
    await open(page, '/requests', 'Requests');
    await page.getByText('50 requests shown').waitFor();
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText(/ in total$/).waitFor();
    const addresses = await page
      .getByRole('row')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toHaveLength(60);
    expect(new Set(addresses).size).toBe(60);
  });

  it('shows all times in UTC or in the user’s own zone, which this browser remembers', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Abroad');
    await callApi('/users/1001', key);
    await untilLogged(owner, 1);
    const page = await browser.page(owner);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
    await open(page, '/requests', 'Requests');
    await page.getByRole('columnheader', { name: 'Time (UTC)' }).waitFor();
    await page.getByRole('radio', { name: 'My time' }).press('Space');
    await page.getByRole('columnheader', { name: 'Time (GMT+5:30)' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Time (GMT+5:30)' }).waitFor();
    await goTo(page, '/', 'Overview');
    await page.getByText(/^Hours in GMT\+5:30/).waitFor();
    await page.getByRole('radio', { name: 'UTC' }).press('Space');
    await page.getByText(/^Hours in UTC/).waitFor();
  });

  it('saves the filtered log as CSV', async () => {
    const { owner } = await newCustomer();
    const { key } = await newKey(owner, 'Saved');
    await callApi('/users/1001', key);
    const page = await browser.page(owner);
    await open(page, '/requests?operation=users.by_id', 'Requests');
    await page.getByText('1 request in total').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const lines = (await textOf(saved)).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('users.by_id');
  });
});
