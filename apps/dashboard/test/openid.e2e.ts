import type { Page } from 'playwright-core';
import { TestProvider } from '../../../scripts/testing/openid-provider';
import { holdPolls, open, showNavigation, useBrowser } from './support/browser';
import { browserSuite } from './support/chromium';
import { providerPortVariable, readDemoFile } from './support/demo-file';
import { newCustomer } from './support/people';

browserSuite('sign-in through an OpenID provider on another site', () => {
  const browser = useBrowser();
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await TestProvider.start({ host: '127.0.0.1', port: Number(process.env[providerPortVariable]) });
    provider.register(readDemoFile().base_url);
  });
  afterAll(() => provider.stop());

  const continueWith = (page: Page) => page.getByRole('link', { name: 'Continue with Example ID' });
  const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click();

  it('signs an invited member in by clicking, says what signing out leaves open, and signs in again', async () => {
    const { owner } = await newCustomer();
    const email = `ada-${Date.now()}@example.com`;
    const { invitation_url } = await owner.call<{ invitation_url: string }>('POST', '/members', {
      email,
      role: 'owner',
    });
    provider.account = { subject: email, claims: {} };
    const page = await browser.page();
    await page.goto(invitation_url);
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await approve(page);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    await showNavigation(page);
    await page.getByRole('button', { name: 'Account owner' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signing out of Loupe does not sign you out of Example ID.').waitFor();

    // The provider still knows the person, so no second click is needed there.
    await continueWith(page).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await open(page, '/you', 'You');
    await page.getByText('linked', { exact: true }).waitFor();
  });

  it('says in a sentence that nobody has invited the person, and links a user who enters the password once', async () => {
    const { owner } = await newCustomer();
    provider.account = {
      subject: owner.credentials.email,
      claims: { email: 'grace@example.com', email_verified: true },
    };
    const page = await browser.page();
    await open(page, '/sign-in?next=%2Fkeys', 'Sign in');
    await continueWith(page).click();
    await approve(page);
    await page.getByText('Nobody has invited your address at Example ID').waitFor();
    await page.getByText('Request id').waitFor();
    await page.getByText('Example ID knows you as grace@example.com.').waitFor();
    await page.getByLabel('Email').fill(owner.credentials.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password);
    await page.getByRole('button', { name: 'Link and sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  });

  it('links a signed-in user after naming the person, and unlinks', async () => {
    const { owner } = await newCustomer();
    const email = owner.credentials.email.replace('@', '+work@');
    provider.account = { subject: email, claims: { email, email_verified: false } };
    const page = await browser.page(owner);
    await open(page, '/you', 'You');
    const panel = page.locator('#provider');
    await panel.getByRole('link', { name: 'Link' }).click();
    await approve(page);
    await panel.getByText(`Example ID knows you as ${email}.`).waitFor();
    await panel.getByRole('button', { name: 'Link this person' }).click();
    await panel.getByText('linked', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await panel.getByText('not linked').waitFor();
  });

  it('begins anew when another person comes back to a page whose session has ended', async () => {
    const { owner } = await newCustomer();
    const { owner: colleague } = await newCustomer();
    const { email } = colleague.credentials;
    provider.account = { subject: email, claims: {} };
    const page = await browser.page(owner);
    await open(page, '/you', 'You');
    const polls = await holdPolls(page);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Set up' }).click();
    await polls.release();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const [tab] = await Promise.all([page.waitForEvent('popup'), continueWith(page).click()]);
    await approve(tab);
    // The person is not linked yet: the other tab links, and so signs in somebody else.
    await tab.getByLabel('Email').fill(email);
    await tab.getByLabel('Password', { exact: true }).fill(colleague.credentials.password);
    await tab.getByRole('button', { name: 'Link and sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await dialog.count()).toBe(0);
    await open(page, '/you', 'You');
    await page.getByText(email, { exact: true }).first().waitFor();
  });

  it('says that a person has cancelled', async () => {
    provider.account = { subject: 'nobody', claims: {} };
    const page = await browser.page();
    await open(page, '/sign-in', 'Sign in');
    await continueWith(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not finish signing in with Example ID.').waitFor();
  });
});
