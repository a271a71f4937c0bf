import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../src/core/accounts/accounts.repository';
import type { Role } from '../../src/core/identity/user';
import { UsersRepository } from '../../src/core/identity/users.repository';
import { usualTestApi } from '../support/per-worker/usual-api';
import { startTestApi, type TestApi } from '../support/test-api';

export interface DashboardAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json: any;
}

export interface SendOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

export const password = 'a password for tests';
/** A hash that is cheap to verify, because its cost parameters are low. The hasher's own tests cover the real cost. */
const passwordHash = hash(password, { memoryCost: 256, timeCost: 1, parallelism: 1 });

/** A browser with its own cookies and its own IP behind a proxy. */
export class Browser {
  cookie: string | undefined;
  device: string | undefined;
  /** By which challenges and visits to the provider know a browser that is not signed in. */
  name: string | undefined;
  isPaced = true;
  address = `10.${[...randomBytes(3)].join('.')}`;

  constructor(private readonly baseUrl: string) {}

  /** @param path below /dashboard/api. */
  async send(method: string, path: string, { body, headers = {} }: SendOptions = {}): Promise<DashboardAnswer> {
    const response = await fetch(`${this.baseUrl}/dashboard/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': this.address,
        ...(method !== 'GET' && method !== 'DELETE' && { 'content-type': 'application/json' }),
        cookie: [this.cookie, this.device, this.name].filter(Boolean).join('; '),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';', 1);
      if (pair!.includes('loupe_device=')) this.device = pair;
      else if (pair!.includes('loupe_browser=')) this.name = pair;
      else this.cookie = pair;
    }
    const text = await response.text();
    // Like the page, waits for a free place in the rate of the dashboard.
    if (response.status === 429 && this.isPaced && text.includes('requests per second to the dashboard')) {
      await sleep(Number(response.headers.get('retry-after')) * 1_000);
      return this.send(method, path, { body, headers });
    }
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  get(path: string, headers?: Record<string, string>): Promise<DashboardAnswer> {
    return this.send('GET', path, headers && { headers });
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<DashboardAnswer> {
    return this.send('POST', path, { body, ...(headers && { headers }) });
  }

  async signIn(email: string, typed = password): Promise<this> {
    const { status, text } = await this.post('/session', { email, password: typed });
    if (status !== 200) throw new Error(`sign-in failed: ${status} ${text}`);
    return this;
  }
}

export interface Person {
  userId: number;
  email: string;
}

export interface OwnerOfAccount extends Person {
  accountId: number;
}

export class DashboardWorld {
  readonly dataSource: DataSource;
  private readonly accounts: AccountsRepository;
  private readonly users: UsersRepository;

  private constructor(readonly api: TestApi) {
    this.dataSource = api.app.get(DataSource);
    this.accounts = api.app.get(AccountsRepository, { strict: false });
    this.users = api.app.get(UsersRepository, { strict: false });
  }

  /** @param variables configure a separate service; if they are missing, the worker's shared service is used. */
  static async start(variables?: NodeJS.ProcessEnv): Promise<DashboardWorld> {
    const api = variables ? startTestApi({ TRUSTED_PROXIES: '127.0.0.1', ...variables }) : usualTestApi();
    return new DashboardWorld(await api);
  }

  stop(): Promise<void> {
    return this.api.stop();
  }

  browser(): Browser {
    return new Browser(this.api.baseUrl);
  }

  async createSupport(): Promise<Person> {
    const email = `support-${randomBytes(4).toString('hex')}@example.com`;
    return { userId: await this.createUser({ email, role: 'support', accountId: null }), email };
  }

  /** @param accountId of an existing account. Without an id, creates an account without money. */
  async createOwner(accountId?: number): Promise<OwnerOfAccount> {
    const db = this.dataSource.manager;
    const email = `owner-${randomBytes(4).toString('hex')}@example.com`;
    const owned = accountId ?? (await this.accounts.insert(db, `Account of ${email}`));
    return { userId: await this.createUser({ email, role: 'owner', accountId: owned }), email, accountId: owned };
  }

  async createUser(user: { email: string; role: Role; accountId: number | null }): Promise<number> {
    return (await this.users.insert(this.dataSource.manager, { ...user, passwordHash: await passwordHash }))!;
  }

  async ownerBrowser(): Promise<Browser & OwnerOfAccount> {
    const owner = await this.createOwner();
    return Object.assign(await this.browser().signIn(owner.email), owner);
  }

  /** @param accountId null for staff */
  async memberBrowser(accountId: number | null, role: Role): Promise<Browser & Person> {
    const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
    const userId = await this.createUser({ email, role, accountId });
    return Object.assign(await this.browser().signIn(email), { userId, email });
  }

  async supportBrowser(): Promise<Browser & Person> {
    const person = await this.createSupport();
    return Object.assign(await this.browser().signIn(person.email), person);
  }

  /** @returns the rows with a token as text, as the hex of its characters, or as the hex of the bytes it encodes. */
  async rowsWith(table: string, token: string): Promise<string[]> {
    const rows: { row: string }[] = await this.dataSource.query(`SELECT t::text AS row FROM ${table} t`);
    expect(rows).not.toEqual([]);
    const spellings = [token, Buffer.from(token).toString('hex'), Buffer.from(token, 'base64url').toString('hex')];
    return rows.map(({ row }) => row).filter((row) => spellings.some((spelling) => row.includes(spelling)));
  }

  async topUp(support: Browser, accountId: number, amount = '10'): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/support/accounts/${accountId}/top-ups`;
    const { json } = await support.post(path, { amount_usd: amount, note: 'test' }, headers);
    return json.entry_id;
  }
}
