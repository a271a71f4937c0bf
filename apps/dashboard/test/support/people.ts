import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from '../../../../scripts/lib/patience.cjs';
import { type Credentials, dataDirectory, readDemoFile } from './demo-file';

/** A signed-in person who can also call the dashboard API without a browser. */
export class Person {
  private constructor(
    readonly credentials: Credentials,
    public cookie: string,
  ) {}

  static async signIn(credentials: Credentials): Promise<Person> {
    const response = await fetch(`${readDemoFile().base_url}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`);
    return new Person(credentials, sessionCookieOf(response) ?? '');
  }

  takeCookie(cookies: readonly { name: string; value: string }[]): void {
    const session = cookies.find(({ name }) => name === 'loupe_session');
    if (session) this.cookie = `loupe_session=${session.value}`;
  }

  /** @throws if the API returns an error. */
  async call<Answer>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${readDemoFile().base_url}/dashboard/api${path}`, {
      method,
      headers: { cookie: this.cookie, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.cookie = sessionCookieOf(response) ?? this.cookie;
    // As the dashboard does: tests share the session of support, which may send 20 requests a second.
    const seconds = Number(response.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
    if (response.status === 429 && seconds <= 3) {
      await sleep(seconds * 1_000);
      return this.call(method, path, body, headers);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }
}

function sessionCookieOf({ headers }: Response): string | undefined {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((pair) => pair.startsWith('loupe_session='));
}

export interface Customer {
  name: string;
  accountId: string;
  owner: Person;
}

let support: Promise<Person> | undefined;
let signedInAtMs = 0;

/** A sign-in allows sensitive changes for ten minutes. A file can take longer, a test does not. */
const sharedMs = 2 * 60_000;

/** Shared, because sign-ins are slow on purpose. */
export function supporter(): Promise<Person> {
  if (support && performance.now() - signedInAtMs < sharedMs) return support;
  signedInAtMs = performance.now();
  support = Person.signIn(readDemoFile().support);
  return support;
}

/** A new customer with money and no key. The owner is signed in. */
export async function newCustomer(amountUsd = '10'): Promise<Customer> {
  const name = `Customer ${randomUUID().slice(0, 8)}`;
  const credentials = { email: `${randomUUID()}@example.com`, password: `pass ${randomUUID()}` };
  const helper = await supporter();
  const account = await helper.call<{ id: string }>('POST', '/support/accounts', {
    name,
    owner_email: credentials.email,
    owner_password: credentials.password,
  });
  await helper.call(
    'POST',
    `/support/accounts/${account.id}/top-ups`,
    { amount_usd: amountUsd, note: 'First top-up' },
    { 'idempotency-key': randomUUID() },
  );
  return { name, accountId: account.id, owner: await Person.signIn(credentials) };
}

/** A new member of support, created by the operator's command. */
export async function newColleague(): Promise<Person> {
  const credentials = { email: `${randomUUID()}@example.com`, password: `pass ${randomUUID()}` };
  const words = ['create-user', '--role', 'support', '--email', credentials.email, '--password-stdin'];
  const command = spawn(process.execPath, ['apps/api/bin/loupe.mjs', ...words], {
    cwd: resolve(__dirname, '../../../..'),
    env: { ...process.env, DATA_DIR: dataDirectory() },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  command.stdin.end(credentials.password);
  const [[exitCode], errorOutput] = await Promise.all([once(command, 'exit'), text(command.stderr)]);
  if (exitCode !== 0) throw new Error(`The operator’s command ended with ${exitCode}: ${errorOutput}`);
  return Person.signIn(credentials);
}

/** Another owner of the account, who has joined by invitation. */
export async function newOwner(owner: Person): Promise<Person> {
  const credentials = { email: `${randomUUID()}@example.com`, password: `pass ${randomUUID()}` };
  const body = { email: credentials.email, role: 'owner' };
  const { invitation_url: url } = await owner.call<{ invitation_url: string }>('POST', '/members', body);
  await fetch(`${readDemoFile().base_url}/dashboard/api/password-links/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: url.split('#')[1], password: credentials.password }),
  });
  return Person.signIn(credentials);
}

export const newKey = (owner: Person, name: string): Promise<{ id: string; key: string; prefix: string }> =>
  owner.call('POST', '/keys', { name });

export async function callApi(path: string, key: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${readDemoFile().base_url}${path}`, { ...init, headers: { 'x-api-key': key, ...init.headers } });
}

/** Calls `poll` until its result is accepted. After `seconds`, or longer on a slow machine, throws an error that contains the last result. */
export async function until<Result>(
  poll: () => Promise<Result>,
  isAccepted: (result: Result) => boolean,
  seconds = 30,
): Promise<void> {
  for (const deadline = Date.now() + seconds * 1_000 * patience; ; await sleep(100)) {
    const result = await poll();
    if (isAccepted(result)) return;
    if (Date.now() > deadline) throw new Error(`Timed out; the last result was ${JSON.stringify(result)}.`);
  }
}

/** Waits for the next day (UTC) if this one is about to end, so that what follows happens on one day. */
export async function untilDayIsLong(): Promise<void> {
  const dayMs = 86_400_000;
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < 60_000 * patience) await sleep(leftMs + 1_000);
}

/** Changes of keys and accounts take effect within about a second. */
export const untilStatus = (key: string, wanted: number): Promise<void> =>
  until(
    async () => (await callApi('/system/balance', key)).status,
    (status) => status === wanted,
  );

/** Free requests are logged once a second. */
export const untilLogged = (owner: Person, count: number): Promise<void> =>
  until(
    async () => (await owner.call<{ items: unknown[] }>('GET', `/requests?limit=${count}`)).items.length,
    (length) => length === count,
  );
