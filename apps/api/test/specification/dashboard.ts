import { randomUUID } from 'node:crypto';
import type { Body } from './caller';

export interface Credentials {
  email: string;
  password: string;
}

export class Person {
  private constructor(
    private readonly baseUrl: string,
    private readonly cookie: string,
    readonly accountId: string,
  ) {}

  static async signIn(baseUrl: string, credentials: Credentials): Promise<Person> {
    const response = await fetch(`${baseUrl}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    const { user } = (await response.json()) as Body;
    return new Person(baseUrl, response.headers.getSetCookie()[0]!.split(';')[0]!, user.account_id);
  }

  async call(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(`${this.baseUrl}/dashboard/api${path}`, {
      method,
      headers: { cookie: this.cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

export interface NewKey {
  id: string;
  key: string;
}

export const createKey = (owner: Person, name: string): Promise<NewKey> => owner.call('POST', '/keys', { name });

export async function grantRate(owner: Person, support: Person, keyId: string, requestsPerSecond: number) {
  const wish = { requests_per_second: requestsPerSecond, reason: 'A contract test' };
  const { id } = await owner.call('POST', `/keys/${keyId}/rate-request`, wish);
  await support.call('POST', `/support/rate-requests/${id}/decision`, { granted: true });
}
