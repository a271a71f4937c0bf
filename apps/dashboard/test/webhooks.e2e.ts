import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { hold, open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { readDemoFile } from './support/demo-file';
import { newCustomer, type Person } from './support/people';
import { startReceiver } from './support/webhook-receiver';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const signature = (secret: string, { headers, body }: { headers: Record<string, string>; body: string }) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`;

interface Endpoint {
  id: string;
  secret: string;
}

const add = (owner: Person, url: string) =>
  owner.call<Endpoint>('POST', '/webhooks', { url, events: ['key.expiring'] });

async function storedSecret(page: Page): Promise<string> {
  await dialog(page).getByText('never shown again').waitFor();
  const secret = await dialog(page).getByTestId('new-secret').innerText();
  await button(page, 'I have stored the secret').click();
  return secret;
}

browserSuite('the webhooks page', () => {
  const browser = useBrowser();
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  const receive = async (...answer: Parameters<typeof startReceiver>) => {
    const receiver = await startReceiver(...answer);
    stops.push(receiver.stop);
    return receiver;
  };

  it('adds an endpoint, shows its secret once, delivers a signed test, sends it again under a rotated secret, and removes it', async () => {
    const { owner } = await newCustomer();
    const receiver = await receive(200, '<b>thanks</b>');
    const page = await browser.page(owner);
    await open(page, '/webhook', 'Webhooks');
    await button(page, 'Add an endpoint').click();
    await dialog(page).getByLabel('URL').fill('http://127.0.0.1/hook');
    await button(page, 'Add').click();
    await dialog(page).getByText('must be an https URL').waitFor();
    await dialog(page).getByLabel('URL').fill(receiver.url);
    await button(page, 'Add').click();
    const secret = await storedSecret(page);
    await page.getByRole('list', { name: 'Endpoints' }).getByText(receiver.url).waitFor();
    expect(await page.content()).not.toContain(secret);

    await button(page, 'Send a test').click();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('delivered').waitFor();
    const [test] = receiver.calls;
    expect(test!.headers['webhook-signature']).toBe(signature(secret, test!));

    await button(page, 'Rotate secret').click();
    await dialog(page).getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = await storedSecret(page);
    await page.getByRole('button', { name: /^Details of test/ }).click();
    await page.getByText('<b>thanks</b>').waitFor();
    await button(page, 'Send again').click();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('delivered').nth(1).waitFor();
    const again = receiver.calls.at(-1);
    expect(again).toMatchObject({ body: test!.body, headers: { 'webhook-id': test!.headers['webhook-id'] } });
    expect(again!.headers['webhook-signature']).toBe([rotated, secret].map((one) => signature(one, again!)).join(' '));

    await button(page, 'Remove').click();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No endpoint yet').waitFor();
  });

  it('offers the form when it knows the events, so that a new endpoint receives them all', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    const events = await hold(page, '**/webhooks/events');
    await open(page, '/webhook', 'Webhooks');
    await page.getByText('No endpoint yet').waitFor();
    expect(await button(page, 'Add an endpoint').isDisabled()).toBe(true);
    await events.release();
    await button(page, 'Add an endpoint').click();
    await dialog(page).getByLabel('URL').fill('https://1.1.1.1/loupe');
    await button(page, 'Add').click();
    await storedSecret(page);
    const [endpoint] = (await owner.call<{ items: { events: string[] }[] }>('GET', '/webhooks')).items;
    expect(endpoint!.events).toContain('key.expiring');
  });

  it('says that deliveries fail and why, and switches an endpoint off and on', async () => {
    const { owner } = await newCustomer();
    const receiver = await receive(503, 'closed for repairs');
    await add(owner, receiver.url);
    const page = await browser.page(owner);
    await open(page, '/webhook', 'Webhooks');
    await button(page, 'Send a test').click();
    await page.getByText('answered with status 503').first().waitFor();
    await page.getByRole('button', { name: /^Details of test/ }).click();
    await page.getByText('closed for repairs').waitFor();
    await page.getByLabel('State').selectOption('delivered');
    await page.getByText('No deliveries').waitFor();
    await button(page, 'Switch off').click();
    await page.getByText('A member switched it off').waitFor();
    expect(await button(page, 'Send a test').isDisabled()).toBe(true);
    await button(page, 'Switch on').click();
    await page.getByText('A member switched it off').waitFor({ state: 'detached' });
    expect(await button(page, 'Send a test').isEnabled()).toBe(true);
  });

  it('shows one sample of an event at a time, and the guide’s code that checks the signature', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await open(page, '/webhook', 'Webhooks');
    await page.getByLabel('Event', { exact: true }).selectOption('key.expiring');
    const sample = page.getByRole('region', { name: 'Events' }).locator('pre');
    expect(JSON.parse((await sample.textContent()) ?? '')).toMatchObject({
      type: 'key.expiring',
      data: { key_id: '12' },
    });
    const guide = await (await fetch(`${readDemoFile().base_url}/docs/webhooks.md`)).text();
    for (const [tab, sign] of Object.entries({
      'curl and openssl': 'openssl',
      TypeScript: 'standardwebhooks',
      Python: 'hmac',
    })) {
      await page.getByRole('tab', { name: tab }).click();
      const code = (await page.getByRole('tabpanel', { name: tab }).locator('pre').textContent()) ?? '';
      expect(code).toContain(sign);
      expect(guide).toContain(code);
    }
  });
});
