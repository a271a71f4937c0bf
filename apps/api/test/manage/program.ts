import { randomUUID } from 'node:crypto';
import type { Browser, DashboardAnswer, DashboardWorld } from '../dashboard/dashboard-world';

export type NewToken = { id: string; token: string; prefix: string };

export async function newToken(owner: Browser, limits: object = {}): Promise<NewToken> {
  const { status, json, text } = await owner.post('/management-tokens', { name: 'Pipeline', ...limits });
  if (status !== 201) throw new Error(`no token: ${status} ${text}`);
  return json;
}

/** A program that manages keys with a token, from an address behind a proxy. */
export class Program {
  address = '203.0.113.7';

  constructor(
    private readonly world: DashboardWorld,
    readonly token: string,
  ) {}

  /** @param path below the root. Sends an idempotency key with every POST, unless the headers have another or `undefined`. */
  async send(method: string, path: string, body?: unknown, headers: object = {}): Promise<DashboardAnswer> {
    const sent = {
      'x-api-key': this.token,
      'x-forwarded-for': this.address,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const given = Object.entries(sent).filter(([, value]) => value !== undefined) as [string, string][];
    const response = await fetch(this.world.api.baseUrl + path, {
      method,
      headers: given,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  get(path: string, headers?: object): Promise<DashboardAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers?: object): Promise<DashboardAnswer> {
    return this.send('POST', path, body, headers);
  }
}
