import type { CDPSession, Page } from 'playwright-core';
import { open, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { newCustomer, type Person } from './support/people';

/** A device that asks for a PIN, in Chromium's own implementation of WebAuthn. */
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

browserSuite('passkeys', () => {
  const browser = useBrowser();
  let sessions: CDPSession[] = [];
  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.send('WebAuthn.disable').catch(() => undefined)));
    sessions = [];
  });

  const devicesOf = async (page: Page) => {
    // The device would answer the offer in the form at once, before the test clicks.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    const session = await page.context().newCDPSession(page);
    sessions.push(session);
    await session.send('WebAuthn.enable');
    return session;
  };

  const addDevice = async (session: CDPSession): Promise<string> =>
    (await session.send('WebAuthn.addVirtualAuthenticator', { options: device })).authenticatorId;

  const addPasskey = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText(`The passkey “${name}” was added.`).waitFor();
  };

  /** A page where a new owner has added a passkey and signed out. */
  const signedOut = async (): Promise<{ page: Page; session: CDPSession; owner: Person; deviceId: string }> => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    const session = await devicesOf(page);
    const deviceId = await addDevice(session);
    await open(page, '/you', 'You');
    await addPasskey(page, 'Laptop');
    await page.getByText('on one device').waitFor();
    await page.context().clearCookies();
    return { page, session, owner, deviceId };
  };

  const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' }).click();
  const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' });

  it('adds a passkey, signs in with it by one click, and removes it', async () => {
    const { page } = await signedOut();
    await page.goto('/dashboard/sign-in');
    await usePasskey(page);
    await overview(page).waitFor();
    await open(page, '/you', 'You');
    await page.getByText(/last used/).waitFor();
    await page.getByRole('button', { name: 'Remove passkey: Laptop' }).click();
    await page.getByText('The passkey “Laptop” was removed').waitFor();
    await page.getByText('No passkey').waitFor();
    await page.context().clearCookies();
    await page.goto('/dashboard/sign-in');
    await usePasskey(page);
    await page.getByText('This passkey was not accepted.').waitFor();
  });

  it('adds a passkey on a second device, and refuses to make two for one user on one device', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    const session = await devicesOf(page);
    const first = await addDevice(session);
    await open(page, '/you', 'You');
    await addPasskey(page, 'Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Again');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This device has a passkey for your user already.').waitFor();
    await page.keyboard.press('Escape');
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: first });
    await addDevice(session);
    await addPasskey(page, 'Phone');
    await page.context().clearCookies();
    await page.goto('/dashboard/sign-in');
    await usePasskey(page);
    await overview(page).waitFor();
  });

  it('says what happened when the PIN is wrong or the dialog is closed, and keeps what was typed', async () => {
    const { page, session, owner, deviceId } = await signedOut();
    await session.send('WebAuthn.setUserVerified', { authenticatorId: deviceId, isUserVerified: false });
    await page.goto('/dashboard/sign-in');
    await page.getByLabel('Email').fill(owner.credentials.email);
    await usePasskey(page);
    await page.getByText('The dialog was closed, or nobody answered it.').waitFor();
    await page.evaluate(() => {
      navigator.credentials.get = () => Promise.reject(new DOMException('closed', 'NotAllowedError'));
    });
    await usePasskey(page);
    await page.getByText('The dialog was closed, or nobody answered it.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await overview(page).waitFor();
  });

  it('accepts what a passkey has signed only once', async () => {
    const { page } = await signedOut();
    let signed: string | null = null;
    await page.route('**/dashboard/api/session/passkey', (route) => {
      signed ??= route.request().postData();
      return route.continue({ postData: signed ?? '' });
    });
    await page.goto('/dashboard/sign-in');
    await usePasskey(page);
    await overview(page).waitFor();
    // The browser stays the same one, to which the challenge belongs.
    await page.context().clearCookies({ name: 'loupe_session' });
    await page.goto('/dashboard/sign-in');
    await usePasskey(page);
    await page.getByText('This passkey was not accepted.').waitFor();
  });

  it.each([
    ['another host', 'http://127.0.0.1:4001', 'Passkeys of this installation work only at localhost.'],
    ['another port of the host', 'http://localhost:4001', 'This passkey was not accepted.'],
  ])('signs in at no page of %s, which passes everything on to Loupe', async (_, origin, sentence) => {
    const { page } = await signedOut();
    const own = new URL(page.url()).origin;
    await page.route(`${origin}/**`, async (route) => {
      const url = route.request().url().replace(origin, own);
      const headers = { ...route.request().headers(), origin: own, referer: own };
      await route.fulfill({ response: await route.fetch({ url, headers }) });
    });
    await page.goto(`${origin}/dashboard/sign-in`);
    await usePasskey(page);
    await page.getByText(sentence).waitFor();
  });

  it('confirms with a passkey when a page asks for the password again', async () => {
    const { owner } = await newCustomer();
    const page = await browser.page(owner);
    await addDevice(await devicesOf(page));
    await open(page, '/you', 'You');
    await addPasskey(page, 'Laptop');
    let isStale = true;
    await page.route('**/dashboard/api/passkeys/options', (route) =>
      isStale
        ? route.fulfill({
            status: 403,
            json: { code: 'forbidden', detail: 'stale', reason: 'fresh_password_required' },
          })
        : route.continue(),
    );
    await page.route('**/dashboard/api/session/confirm', async (route) => {
      const response = await route.fetch();
      isStale = response.status() !== 200;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Again');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await usePasskey(page);
    await page.getByText('This device has a passkey for your user already.').waitFor();
    expect(isStale).toBe(false);
  });
});
