import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSession, type Simulator, startSimulator } from '../src/simulator';

// The clock of all tests. Links, stories and signatures depend on it.
export const frozenMs = Date.UTC(2026, 10, 20, 12, 30);

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Options {
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly session?: string | null;
  readonly method?: string;
  readonly json?: unknown;
}

/** Sends a request without following redirects or decompressing. Rejects if the connection breaks. */
export function ask(simulator: Simulator, path: string, options: Options = {}): Promise<Reply> {
  const form = options.form && new URLSearchParams(options.form).toString();
  const body = options.json === undefined ? form : JSON.stringify(options.json);
  const session = options.session === undefined ? defaultSession : options.session;
  const headers = {
    ...(session === null ? {} : { cookie: `csrftoken=x; sessionid=${session}` }),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const method = options.method ?? (body === undefined ? 'GET' : 'POST');
    const outgoing = send(simulator.baseUrl + path, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const known = response.headers as Record<string, string>;
        resolve({ status: response.statusCode ?? 0, headers: known, text: bytes.toString('utf8'), bytes });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Parses JSON with integers of 16 digits and more as strings. */
// biome-ignore lint/suspicious/noExplicitAny: bodies have hundreds of members; the tests name those they mean
export function parsed(text: string): any {
  return JSON.parse(text.replace(/([:[,])(-?\d{16,})(?=[,\]}])/g, '$1"$2"'));
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export const askJson = async (simulator: Simulator, path: string, options?: Options): Promise<any> =>
  parsed((await ask(simulator, path, options)).text);

/** Requests the first page of the profile grid. @returns the feed half and the deferred rows */
export async function askGrid(simulator: Simulator, userPk: number) {
  const variables = JSON.stringify({ user_id: String(userPk), count: 12 });
  const form = { client_doc_id: '1', fb_api_req_friendly_name: 'IGProfileTimelineQuery', variables };
  const { text } = await ask(simulator, '/graphql/query', { form });
  const [, second, ...deferred] = text.trim().split('\n').map(parsed);
  return { feed: second.data, deferred };
}

export async function untilHeld({ held }: Simulator, count: number): Promise<void> {
  const deadline = performance.now() + 8_000;
  while (held.count() !== count) {
    if (performance.now() > deadline) throw new Error(`${held.count()} responses are held, not ${count}`);
    await sleep(5);
  }
}

export function simulatorForTests(options: Parameters<typeof startSimulator>[0] = {}): { readonly it: Simulator } {
  const holder: { it: Simulator } = { it: undefined as unknown as Simulator };
  beforeAll(async () => {
    holder.it = await startSimulator({ now: () => frozenMs, ...options });
  });
  afterAll(() => holder.it.close());
  return holder;
}
