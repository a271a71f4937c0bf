import type { Page } from 'playwright-core';
import { StripeStub } from '../../../scripts/lib/stripe-stub.cjs';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { readDemoFile } from './support/demo-file';
import { type Customer, callApi, newCustomer, newKey, supporter } from './support/people';
import { stripePortVariable } from './support/start-product';

browserSuite('card payments', () => {
  const browser = useBrowser();
  let stripe: StripeStub;
  let customer: Customer;

  beforeAll(async () => {
    stripe = await StripeStub.start(Number(process.env[stripePortVariable]));
  });
  beforeEach(async () => {
    customer = await newCustomer('10');
  });
  afterAll(() => stripe.stop());

  const deliver = (event: StripeStub['events'][number]) => stripe.deliver(readDemoFile().base_url, event);

  /** Walks to Stripe's page. @returns the payment's id */
  async function begin(page: Page, amount: string): Promise<string> {
    await open(page, '/ledger?add=true', 'Ledger');
    await page.getByRole('dialog').getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: 'Continue to Stripe' }).click();
    await page.getByRole('heading', { name: `Pay $${amount}` }).waitFor();
    const session = stripe.sessions.get(new URL(page.url()).pathname.split('/').at(-1));
    return session.client_reference_id;
  }

  it('lead from Add funds over Stripe’s page back to the ledger, even if the message of Stripe is lost', async () => {
    const page = await browser.page(customer.owner);
    await open(page, '/', 'Overview');
    await page.getByRole('button', { name: 'Add funds' }).waitFor();
    const id = await begin(page, '25');
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    await page.getByText('Your payment of $25.00 has arrived.').waitFor();
    const entry = page.getByRole('row', { name: new RegExp(`Card payment ${id}`) });
    expect(await entry.textContent()).toMatch(/\+\$25\.00.*\$35\.00/);
    const receipt = entry.getByRole('link', { name: 'Receipt' });
    expect(await receipt.getAttribute('href')).toBe(stripe.receiptOf(stripe.sessionOf(id).payment_intent));
  });

  it('are begun once when the first response is lost', async () => {
    const page = await browser.page(customer.owner);
    let isLost = false;
    await page.route('**/account/payments', async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    const id = await begin(page, '6');
    const { items } = await customer.owner.call<{ items: object[] }>('GET', '/account/payments');
    expect(items).toEqual([expect.objectContaining({ id })]);
  });

  it('say that nothing was charged to a person who comes back without paying, and who can go on', async () => {
    const page = await browser.page(customer.owner);
    await begin(page, '5');
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByText('You came back without paying').waitFor();
    await page.getByRole('link', { name: 'Continue to pay' }).click();
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page
      .getByRole('row', { name: /Card payment/ })
      .first()
      .waitFor();
  });

  it('that the bank confirms later are credited although the person has closed the page', async () => {
    const page = await browser.page(customer.owner);
    const id = await begin(page, '5');
    await page.getByRole('link', { name: 'Pay by bank' }).click();
    await page.getByText('Your bank has not confirmed the payment yet').waitFor();
    await page.close();
    expect((await deliver(stripe.confirm(id, true))).status).toBe(200);
    const later = await browser.page(customer.owner);
    await open(later, '/ledger', 'Ledger');
    expect(await later.getByRole('row', { name: new RegExp(`Card payment ${id}`) }).textContent()).toContain('+$5.00');
  });

  it('that the bank refuses are shown as declined', async () => {
    const page = await browser.page(customer.owner);
    const id = await begin(page, '5');
    await page.getByRole('link', { name: 'Pay by bank' }).click();
    await page.getByText('Your bank has not confirmed the payment yet').waitFor();
    await deliver(stripe.confirm(id, false));
    await page.getByText('The payment was declined').waitFor();
  });

  it('and debts are shown to support on the customer’s page', async () => {
    const page = await browser.page(customer.owner);
    const id = await begin(page, '5');
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await page.getByText('Your payment of $5.00 has arrived.').waitFor();
    // Support takes the first top-up back, so that a call makes the balance smaller than the dispute.
    const helper = await supporter();
    const { items } = await customer.owner.call<{ items: { id: string; note: string }[] }>('GET', '/ledger');
    const first = items.find(({ note }) => note === 'First top-up')!;
    await helper.call('POST', `/support/entries/${first.id}/reversal`, { note: 'Test' });
    const { key } = await newKey(customer.owner, 'Spending');
    await callApi('/users/username/marta.trails', key);
    await deliver(stripe.dispute(id, 'needs_response', 500));
    const view = await browser.page(helper);
    await open(view, `/support/customers/${customer.accountId}/ledger`, customer.name);
    await view
      .getByRole('row', { name: /disputed/ })
      .first()
      .waitFor();
    await view.getByText('Owes $0.0012').waitFor();
    expect(await view.getByText(`Suspended: Owed: Dispute of card payment ${id}`).count()).toBe(1);
  });
});
