import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import {
  type Case,
  cases,
  dialog,
  isSupports,
  keysNamed,
  places,
  press,
  type Scene,
  send,
  unknown,
  worked,
} from './support/lost-responses';
import { newCustomer, supporter } from './support/people';

interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string }>>;
}

const document: ApiDocument = JSON.parse(readFileSync(join(__dirname, '../../api/dashboard-openapi.json'), 'utf8'));
const routes = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      { method: method.toUpperCase(), path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) },
    ]),
  ),
);

/** A lost response of these says nothing that the page could get wrong: the user is asked again, or sees what is true. */
const exceptions = [
  'Answers.acknowledge',
  // Begins in the playground: `monitors.e2e.ts` loses its response.
  'Monitors.create',
  'OpenId.accept',
  'OpenId.enterCode',
  'OpenId.link',
  'OpenId.linkByPassword',
  'OpenId.unlink',
  // Need an authenticator: `passkeys.e2e.ts`, and for a lost response `passkeys.spec.ts`.
  'Passkeys.add',
  'Passkeys.options',
  'Passkeys.remove',
  'Password.accept',
  'Password.inspect',
  // Needs Stripe: `payments.e2e.ts`.
  'Payments.create',
  'Playground.call',
  'Session.confirm',
  'Session.passkeyOptions',
  'Session.signIn',
  'Session.signInByLink',
  'Session.signInByPasskey',
  'Session.signOut',
];

/** Fails the first request of a route: before it arrives, or after it was performed. */
async function lose(page: Page, route: string, when: 'request' | 'response'): Promise<void> {
  const { method, path } = routes.get(route)!;
  let isLost = false;
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (request) => {
      if (isLost || request.request().method() !== method) return request.fallback();
      isLost = true;
      if (when === 'response') await request.fetch();
      await request.abort('connectionreset');
    },
  );
}

browserSuite('an action whose response is lost', () => {
  const browser = useBrowser();

  const sceneOf = async ({ route, balance, prepare, at = places[route.split('.')[0]!]! }: Case): Promise<Scene> => {
    const customer = await newCustomer(balance);
    const people = { customer, owner: customer.owner, support: await supporter() };
    const made = (await prepare?.(people)) ?? '';
    const page = await browser.page(isSupports(route) ? people.support : customer.owner);
    await open(page, at.replace('CUSTOMER', customer.accountId), /./);
    return { ...people, made, page };
  };

  it.each(cases)('was done once, and the page says what is true: $route', async (tried) => {
    const scene = await sceneOf(tried);
    await lose(scene.page, tried.route, 'response');
    await tried.act(scene);
    await scene.page
      .getByText(tried.says ?? unknown)
      .first()
      .waitFor();
    expect(await scene.page.getByText('ry again').count()).toBe(0);
    expect(await tried.outcome(scene)).toEqual(tried.expected);
  });

  it('is tried for every route that changes something', () => {
    const changing = [...routes].filter(([, { method }]) => method !== 'GET').map(([route]) => route);
    expect([...cases.map(({ route }) => route), ...exceptions].sort()).toEqual(changing.sort());
  });

  const creating = cases.find(({ route }) => route === 'Keys.create')!;

  it('that was not done says so, and sends the same form again', async () => {
    const scene = await sceneOf(creating);
    await lose(scene.page, 'Keys.create', 'request');
    await creating.act(scene);
    await dialog(scene.page).getByText('It did not happen').waitFor();
    expect(await keysNamed(scene, 'Lost one')).toEqual([]);
    await send(scene.page, 'Send again');
    await scene.page.getByTestId('new-key').waitFor();
    expect(await creating.outcome(scene)).toEqual(creating.expected);
  });

  /** Loses the response and every answer about it, closes the dialog, and reloads the page. */
  const leaveUnanswered = async (tried: Case): Promise<Scene> => {
    const scene = await sceneOf(tried);
    const { page } = scene;
    await lose(page, tried.route, 'response');
    await page.route('**/answers/*', (route) => route.abort('connectionreset'));
    await tried.act(scene);
    await dialog(page).getByText('No response arrived').waitFor();
    expect(await dialog(page).locator('fieldset:disabled').count()).toBeGreaterThan(0);
    await dialog(page).getByText('Close', { exact: true }).click();
    await page.reload();
    await page.unroute('**/answers/*');
    return scene;
  };

  it('makes the answer of a rotation that the process did not make, also when the page has the new key', async () => {
    const rotating = cases.find(({ route }) => route === 'Keys.rotate')!;
    const scene = await leaveUnanswered(rotating);
    const unmade = { json: { state: 'done' } };
    await scene.page.route('**/answers/*', (route) => route.fulfill(unmade), { times: 1 });
    await press(scene.page, 'Leaked? Lost one');
    await dialog(scene.page).getByText(worked).waitFor();
    expect(await rotating.outcome(scene)).toEqual(rotating.expected);
  });

  it('keeps its key across Cancel and a reload, until the answer has been seen', async () => {
    const scene = await leaveUnanswered(creating);
    const { page } = scene;
    await press(page, 'Create a key');
    await dialog(page).getByText(worked).waitFor();
    expect(await creating.outcome(scene)).toEqual(creating.expected);
    await send(page, 'I have stored the key');
    await press(page, 'Create a key');
    expect(await dialog(page).getByLabel('Name').inputValue()).toBe('');
  });
});
