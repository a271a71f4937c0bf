import { request } from 'node:http';
import { DataSource } from 'typeorm';
import { UsageLog } from '../../src/core/usage/usage-log';
import { clock } from '../../src/platform/clock';
import { known } from '../endpoints/known';
import { usualTestApi } from '../support/per-worker/usual-api';
import type { Tenant } from '../support/tenants';
import type { TestApi } from '../support/test-api';

const userOf = (index: number) => ({ name: 'loupe_user', arguments: { user: `${1020 + index}` } });

describe('a message of several calls to POST /mcp', () => {
  let api: TestApi;
  let tenant: Tenant;
  beforeAll(async () => {
    api = await usualTestApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    tenant = await api.tenants.create('10');
    await api.simulator.forget();
  });

  const post = async (body: unknown) => {
    const headers = { 'x-api-key': tenant.key, accept: 'application/json, text/event-stream' };
    const reply = await fetch(`${api.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json');
    const messages = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!));
    return { status: reply.status, headers: reply.headers, json: isJson ? JSON.parse(text) : undefined, messages };
  };
  /** `fetch` always sends Accept, so a request without it needs `node:http`. */
  const postRaw = (accept: string | undefined, body: string) =>
    new Promise<{ status: number; contentType: string | undefined; text: string }>((resolve, reject) => {
      const headers = { 'x-api-key': tenant.key, 'content-type': 'application/json', ...(accept && { accept }) };
      const sent = request(`${api.baseUrl}/mcp`, { method: 'POST', headers, agent: false }, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        resolve({ status: response.statusCode!, contentType: response.headers['content-type'], text });
      });
      sent.on('error', reject).end(body);
    });
  const calls = (count: number, paramsOf: (index: number) => unknown = userOf, method = 'tools/call') =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method, params: paramsOf(id) }));
  const spentMicros = async () => 10_000_000n - (await api.tenants.balanceMicros(tenant.accountId));
  const rowCount = async () => {
    await api.app.get(UsageLog).flush();
    const sql = 'SELECT count(*)::int AS count FROM usage_rows WHERE account_id = $1';
    return (await api.app.get(DataSource).query(sql, [tenant.accountId]))[0].count;
  };
  /** Stops the clock during `act`, so that no request leaves a rate window. */
  const atOneMoment = async <T>(act: () => Promise<T>) => {
    const time = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    try {
      return await act();
    } finally {
      time.mockRestore();
    }
  };

  it('runs ten calls, and returns a result for each', async () => {
    const { status, messages } = await post(calls(10));
    expect(status).toBe(200);
    expect(messages.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { result } of messages) expect(result.content[0].text).toMatch(/cost \$0\.000600/);
    expect(await spentMicros()).toBe(6_000n);
  });

  it.each([
    ['11 calls', () => calls(11)],
    ['100 calls', () => calls(100)],
    ['ten calls and a notification', () => [...calls(10), { jsonrpc: '2.0', method: 'notifications/initialized' }]],
    ['11 calls of the newest protocol', () => calls(11, (id) => ({ ...userOf(id), _meta: { protocolVersion: 'x' } }))],
    ['11 calls after a byte order mark', () => `\ufeff${JSON.stringify(calls(11))}`],
  ])('runs none of %s, and reports the maximum', async (_, bodyOf) => {
    const { status, json } = await post(bodyOf());
    expect(status).toBe(400);
    expect(json).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: expect.stringContaining('at most 10 calls') },
    });
    expect([await rowCount(), await spentMicros()]).toEqual([0, 0n]);
  });

  it.each([
    ['a body that is not JSON', 'user=marta', 400, 'the body is not JSON. Send a message such as {"jsonrpc"'],
    ['parameters of the data API', { user: 'marta' }, 400, 'not a JSON-RPC 2.0 message. Agents send'],
    ['an empty array', [], 400, 'GET /users/1001'],
    ['an unknown tool', calls(1, () => ({ name: 'get_user' }))[0], 200, 'there is no tool "get_user": params'],
    ['no tool', calls(1, () => ({}))[0], 200, 'the tools are loupe_user, '],
    [
      'arguments as text',
      calls(1, () => ({ name: 'loupe_user', arguments: '{}' }))[0],
      200,
      'arguments must be an object',
    ],
  ])('says what is right when it is %s', async (_, body, status, words) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    const { id, error } = answer.json ?? answer.messages[0];
    expect([id, error.message]).toEqual([status === 200 ? 0 : null, expect.stringContaining(words)]);
  });

  it('says which content-type was seen', async () => {
    const headers = { 'x-api-key': tenant.key, 'content-type': 'text/plain' };
    const reply = await fetch(`${api.baseUrl}/mcp`, { method: 'POST', headers, body: JSON.stringify(calls(1)[0]) });
    expect([reply.status, (await reply.json()).error.message]).toEqual([
      415,
      expect.stringContaining('content-type is text/plain. Send a JSON body'),
    ]);
  });

  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/event-stream;charset=utf-8; q=0.5', 'text/event-stream'],
    ['application/json;q=0.9, text/event-stream;q=0', 'application/json'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['text/*', 'text/event-stream'],
    ['application/json, text/event-stream', 'text/event-stream'],
  ])('gets results in a type that its client accepts: Accept %p gets %s', async (accept, type) => {
    for (const method of ['tools/list', 'initialize', 'nothing/known']) {
      const params =
        method === 'initialize'
          ? { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
          : {};
      const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
      const { status, contentType, text } = await postRaw(accept, body);
      const isBoth = accept === undefined || accept.includes('*/*');
      expect([status, isBoth || contentType?.startsWith(type)]).toEqual([200, true]);
      const json = JSON.parse(contentType?.includes('json') ? text : /^data: (.+)$/m.exec(text)![1]!);
      expect(json).toMatchObject({ jsonrpc: '2.0', id: 7, [method === 'nothing/known' ? 'error' : 'result']: {} });
    }
  });

  it('gets its results as one array of JSON if its client accepts only JSON', async () => {
    const { text } = await postRaw('application/json', JSON.stringify(calls(3)));
    expect(
      JSON.parse(text)
        .map(({ id }: { id: number }) => id)
        .sort(),
    ).toEqual([0, 1, 2]);
  });

  it.each(['text/html', 'image/*', 'application/json;q=0', 'application/json; charset=utf-8; q=0'])(
    'gets 406 and runs no call for Accept %s',
    async (accept) => {
      const { status, text } = await postRaw(accept, JSON.stringify(calls(1)[0]));
      expect([status, JSON.parse(text).error.message]).toEqual([406, expect.stringContaining('text/event-stream')]);
      expect(await spentMicros()).toBe(0n);
    },
  );

  it('counts all its calls against the rate of messages before any of them runs, or is refused as a whole', async () => {
    await api.tenants.changeKey(tenant.keyId, 'rate_per_second = 10');
    const pings = (count: number) => post(calls(count, () => ({}), 'ping'));
    const replies = await atOneMoment(async () => [
      await pings(4),
      await post(calls(7)),
      await pings(6),
      await pings(1),
      await post({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 429, 200, 429, 429]);
    const [, refused] = replies;
    expect(refused!.json).toMatchObject({
      code: 'too_many_requests',
      limit: 'rate',
      detail: expect.stringContaining('needs 7 at once'),
    });
    expect([refused!.headers.get('retry-after'), refused!.headers.get('ratelimit')]).toEqual(['1', '"key";r=6;t=1']);
    expect([await rowCount(), await spentMicros()]).toEqual([0, 0n]);
  });

  it('is refused as a whole when it contains more calls than the key may make in a second', async () => {
    await api.tenants.changeKey(tenant.keyId, 'rate_per_second = 3');
    const { status, json } = await post(calls(4));
    expect([status, json.detail]).toEqual([429, expect.stringMatching(/3 requests per second.*needs 4 at once/)]);
    expect(await rowCount()).toBe(0);
  });

  it('has only three of its calls in flight at once', async () => {
    await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    const gone = new AbortController();
    const headers = { 'x-api-key': tenant.key, accept: 'application/json, text/event-stream' };
    const pending = fetch(`${api.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(calls(10)),
      signal: gone.signal,
    }).then((reply) => reply.text());
    pending.catch(() => undefined);
    await api.simulator.held(3);
    // A separate call does not wait for the calls of the message.
    await api.simulator.clearFaults();
    expect((await api.get(`/users/${known.marta}`, tenant.key)).status).toBe(200);
    expect((await api.simulator.seen()).length).toBe(4);
    gone.abort();
    await expect(pending).rejects.toThrow();
  });

  it('is told which methods there are when it names another', async () => {
    const { messages } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/find', params: {} });
    const message = 'This server has no method "tools/find". It has tools/list, tools/call,';
    expect(messages[0].error).toEqual({ code: -32_601, message: expect.stringContaining(message) });
  });

  it.each([
    ['no valid JSON', '[{', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['no calls', '[]', 400, -32_600],
    ['more than 64 KB', `["${'x'.repeat(70_000)}"]`, 413, -32_000],
  ])('is refused with a JSON-RPC error when it contains %s', async (_, body, status, code) => {
    expect(await post(body)).toMatchObject({ status, json: { jsonrpc: '2.0', error: { code } } });
    expect(await rowCount()).toBe(0);
  });
});
