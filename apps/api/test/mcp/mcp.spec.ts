import { allOperations } from '@loupe/dto';
import { DataSource } from 'typeorm';
import { Monitors } from '../../src/core/monitors/monitors';
import { UsageLog } from '../../src/core/usage/usage-log';
import { clock } from '../../src/platform/clock';
import { expectProblem } from '../endpoints/answer-checks';
import { known } from '../endpoints/known';
import { usualTestApi } from '../support/per-worker/usual-api';
import { type AnyJson, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import type { TestApi } from '../support/test-api';
import { until } from '../support/until';
import { Agent } from './agent';

const post = 'CSgquzkYxhP';

const uses: [tool: string, given: Record<string, unknown>, holds: string][] = [
  ['loupe_user', { user: 'marta.trails' }, '"username":"marta.trails"'],
  ['loupe_user', { user: known.marta }, '"pk":"1001"'],
  ['loupe_user', { user: 'https://www.instagram.com/marta.trails/', about: true }, 'details'],
  ['loupe_user_media', { user: known.marta, kind: 'posts' }, '"caption"'],
  ['loupe_user_media', { user: known.marta, kind: 'reels', most_viewed: true }, '"play_count"'],
  ['loupe_user_media', { user: known.marta, kind: 'tagged' }, '"code"'],
  ['loupe_user_media', { user: known.marta, kind: 'reposts' }, '"taken_at"'],
  ['loupe_user_media', { user: known.marta, kind: 'stories' }, '"taken_at"'],
  ['loupe_user_media', { user: known.marta, kind: 'highlights' }, 'highlight:'],
  ['loupe_user_connections', { user: known.marta, kind: 'followers' }, '"username"'],
  ['loupe_user_connections', { user: known.marta, kind: 'following' }, '"username"'],
  ['loupe_post', { post: `https://www.instagram.com/p/${post}/?x=1` }, `"code":"${post}"`],
  ['loupe_post', { post, ids_only: true }, `"code":"${post}"`],
  ['loupe_post', { post: '5n7dDmhTr3', ids_only: true }, '"code":"5n7dDmhTr3"'],
  ['loupe_post', { post: '4-rlixBTl-', ids_only: true }, '"code":"4-rlixBTl-"'],
  ['loupe_post', { post: '2639297316059813967_1012', ids_only: true }, `"code":"${post}"`],
  ['loupe_comments', { post }, '"text"'],
  ['loupe_likers', { post }, '"username"'],
  ['loupe_search', { query: 'marta', kind: 'users' }, '"username"'],
  ['loupe_search', { query: 'trail', kind: 'hashtags' }, '"media_count"'],
  ['loupe_search', { query: 'low', kind: 'audio' }, '"track"'],
  ['loupe_search', { query: 'trail', kind: 'top' }, '"__typename"'],
  ['loupe_search', { query: 'berlin', kind: 'places', near: '52.52, 13.405' }, '"location"'],
  ['loupe_hashtag', { name: '#Trail' }, '"media_count"'],
  ['loupe_hashtag', { name: 'trail', media: 'top' }, '"code"'],
  ['loupe_hashtag', { name: 'trail', media: 'recent' }, '"code"'],
  ['loupe_hashtag', { name: 'trail', media: 'reels' }, '"code"'],
  ['loupe_location', { id: '371653515' }, '"name"'],
  ['loupe_location', { id: '371653515', media: 'top' }, '"code"'],
  ['loupe_location', { id: '371653515', media: 'recent' }, '"code"'],
  ['loupe_audio', {}, '"track"'],
  ['loupe_audio', { id: '797000832107795' }, '"media_count"'],
  ['loupe_audio', { id: '797000832107795', media: true }, '"code"'],
  ['loupe_highlight', { highlight: 'highlight:17940908660136919' }, '"taken_at"'],
  ['loupe_highlight', { reel: known.marta }, '"taken_at"'],
  ['loupe_link', { url: `https://www.instagram.com/p/${post}/` }, '"author_name"'],
  ['loupe_balance', {}, '"balance_usd"'],
  ['loupe_balance', { prices: true }, '"users.by_id"'],
];

const paged = 'pages?: 1..10, cursor?: string';
/** Each tool with its arguments; `?` is optional. Every tool but the balance also has `common`. */
const signatures = {
  loupe_audio: `id?: string, media?: boolean, ${paged}`,
  loupe_balance: 'prices?: boolean',
  loupe_comments: `post: string, replies_to?: string, ${paged}`,
  loupe_hashtag: `name: string, media?: top|recent|reels, ${paged}`,
  loupe_highlight: 'highlight?: string, reel?: string, cursor?: string',
  loupe_likers: 'post?: string, comment?: string, cursor?: string',
  loupe_link: 'url: string',
  loupe_location: `id: string, media?: top|recent, ${paged}`,
  loupe_monitor_events: 'monitor: string, cursor?: string',
  loupe_post: 'post: string, ids_only?: boolean',
  loupe_search: `query: string, kind: users|hashtags|audio|top|places, near?: string, ${paged}`,
  loupe_user: 'user: string, about?: boolean',
  loupe_user_connections: `user: string, kind: followers|following, ${paged}`,
  loupe_user_media: `user: string, kind: posts|reels|tagged|reposts|stories|highlights, most_viewed?: boolean, ${paged}`,
};
const common = 'detail?: concise|full, fields?: array of string';

function signatureOf({ properties, required = [] }: AnyJson): string[] {
  const typeOf = ({ type, enum: choices, items, minimum, maximum }: AnyJson) =>
    choices?.join('|') ?? (items ? `${type} of ${items.type}` : minimum ? `${minimum}..${maximum}` : type);
  return Object.entries<AnyJson>(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
}

async function monitorWithEvent({ app, database }: TestApi, { accountId, keyId }: Tenant): Promise<string> {
  const asked = { operation: 'users.reels', parameters: { user_id: '1001' }, kind: 'new_items' as const, fields: [] };
  const monitor = { accountId, keyFamilyId: keyId, developerId: null, name: 'Reels', everyMinutes: 15, ...asked };
  const actor = { userId: null, label: 'test', address: null };
  const { id } = await app.get(Monitors, { strict: false }).create(monitor, actor);
  const sql = `INSERT INTO monitor_events (monitor_id, account_id, item_id) VALUES ($1, $2, '20')`;
  await database.dataSource.query(sql, [id, accountId]);
  return `${id}`;
}

describe('POST /mcp', () => {
  let api: TestApi;
  let tenant: Tenant;
  let agents: Agent[];
  beforeAll(async () => {
    api = await usualTestApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    agents = [];
    tenant = await api.tenants.create('10');
    await api.simulator.clearFaults();
  });
  afterEach(() => Promise.all(agents.map((agent) => agent.close())));

  const connect = async (headers: Record<string, string> = {}, { key } = tenant) => {
    const agent = await Agent.connect(api.baseUrl, { authorization: `Bearer ${key}`, ...headers });
    agents.push(agent);
    return agent;
  };
  const spentMicros = async () => 10_000_000n - (await api.tenants.balanceMicros(tenant.accountId));
  const rpc = (headers: Record<string, string>, body: string) =>
    fetch(`${api.baseUrl}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it.each([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ] as const)('serves a client in the mode %s with the protocol version %s', async (mode, version) => {
    const agent = await Agent.connect(api.baseUrl, { 'x-api-key': tenant.key }, mode);
    agents.push(agent);
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(version);
    expect((await agent.use('loupe_user', { user: known.marta })).data).toContain('marta.trails');
    expect((await agent.client.listTools()).tools).toHaveLength(14);
  });

  it('lists every tool with its arguments, price and hints, in 12 KB', async () => {
    const { tools } = await (await connect()).client.listTools();
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12 * 1_024);
    const hints = { readOnlyHint: true, openWorldHint: true, destructiveHint: false, idempotentHint: true };
    for (const { name, title, description, annotations, inputSchema } of tools as AnyJson[]) {
      const own = signatures[name as keyof typeof signatures].split(', ');
      const signature = name === 'loupe_balance' ? own : [...own, ...common.split(', ')];
      expect([name, signatureOf(inputSchema).sort()]).toEqual([name, signature.sort()]);
      expect(inputSchema.additionalProperties).toBe(false);
      expect([title, description]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\$0\.\d+|Free/)]);
      for (const [argument, schema] of Object.entries<AnyJson>(inputSchema.properties))
        if (!schema.enum || argument === 'detail') expect(schema.description).toMatch(/\w/);
      expect(annotations).toEqual(hints);
    }
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(signatures));
  });

  it.each([
    [{ knd: 'posts', usr: '1001' }, ['unknown: "knd", "usr"', 'missing: ', 'user (required)']],
    [{}, ['missing: ', 'user (required)']],
    [{ user: known.marta, kind: 'posts', ['x'.repeat(90)]: 1 }, [`unknown: "${'x'.repeat(40)}". This`, 'cursor']],
    [{ user: ['a'], knd: 1 }, ['unknown: "knd"; missing: kind; user must be string', 'user (required)']],
  ])('names each wrong argument of %j, and the arguments that the tool has, free of charge', async (given, texts) => {
    const { isError, summary } = await (await connect()).use('loupe_user_media', given);
    expect(isError).toBe(true);
    for (const text of texts) expect(summary).toContain(text);
    expect(await spentMicros()).toBe(0n);
  });

  it('reaches every operation except system.health, each result within its size limit and with its cost', async () => {
    const agent = await connect({ 'x-loupe-budget-usd': '5' });
    for (const [tool, given, holds] of uses) {
      for (const detail of tool === 'loupe_balance' ? [undefined] : ['concise', 'full']) {
        const result = await agent.use(tool, { ...given, ...(detail && { detail }) });
        expect(result).toMatchObject({
          isError: false,
          summary: expect.stringMatching(/cost \$0.*session \$.* of \$5/s),
        });
        expect(result.bytes).toBeLessThanOrEqual(24_000);
        expect(result.data).toContain(holds);
        expect(() => JSON.parse(result.data)).not.toThrow();
      }
    }
    const comment = JSON.parse((await agent.use('loupe_comments', { post })).data).find(
      (one: { child_comment_count?: number }) => (one.child_comment_count ?? 0) > 0,
    );
    expect((await agent.use('loupe_comments', { post, replies_to: comment.pk })).data).toContain('"text"');
    expect((await agent.use('loupe_likers', { comment: comment.pk })).data).toContain('"username"');
    const monitor = await monitorWithEvent(api, tenant);
    expect((await agent.use('loupe_monitor_events', { monitor })).data).toContain('"item_id":"20"');
    await api.app.get(UsageLog).flush();
    const rows = await api.app
      .get(DataSource)
      .query('SELECT DISTINCT operation FROM usage_rows WHERE account_id = $1', [tenant.accountId]);
    const reached = rows.map(({ operation }: { operation: string }) => operation);
    const unreached = allOperations.map(({ name }) => name).filter((name) => !reached.includes(name));
    expect(unreached).toEqual(['system.health']);
  });

  it('loses no item when results are cut, and charges each page once', async () => {
    const agent = await connect();
    const page = await api.get(`/users/${known.marta}/reels`, tenant.key);
    const before = await spentMicros();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const given = { user: known.marta, kind: 'reels', detail: 'full', ...(cursor && { cursor }) };
      const { summary, data } = await agent.use('loupe_user_media', given);
      seen.push(...JSON.parse(data).map(({ pk }: { pk: string }) => pk));
      cursor = /next: (\S*\+\d+)$/m.exec(summary)?.[1];
      expect(JSON.parse(data).length).toBeGreaterThan(0);
    } while (cursor);
    expect(seen).toEqual(page.json.items.map(({ pk }: { pk: string }) => pk));
    expect((await spentMicros()) - before).toBe(600n);
  });

  it('reads several pages on request', async () => {
    const agent = await connect();
    const given = { user: known.marta, kind: 'followers', pages: 3, fields: ['pk'] };
    const { data, summary } = await agent.use('loupe_user_connections', given);
    expect(JSON.parse(data).length).toBeGreaterThan(60);
    expect(summary).toContain('cost $0.001800');
  });

  it('links to the whole response, byte for byte and free of charge, for its account only', async () => {
    const agent = await connect();
    const { link } = await agent.use('loupe_user', { user: known.marta });
    const before = await spentMicros();
    const whole = await api.get(`/users/${known.marta}`, tenant.key, { 'cache-control': 'max-age=300' });
    expect(await agent.read(link!)).toBe(whole.text);
    expect(await spentMicros()).toBe(before);
    const stranger = await connect({}, await api.tenants.create('10'));
    await expect(stranger.read(link!)).rejects.toThrow(/no longer stored/);
    for (const uri of ['loupe://answers/x', `loupe://answers/${Buffer.from('["x",{}]').toString('base64url')}`])
      await expect(agent.read(uri)).rejects.toThrow(/does not come from/);
  });

  it('repeats an identical call free of charge within five minutes', async () => {
    const agent = await connect();
    await agent.use('loupe_user', { user: 'marta.trails' });
    expect((await agent.use('loupe_user', { user: 'marta.trails' })).summary).toContain('cost $0,');
    expect(await spentMicros()).toBe(1_200n);
  });

  describe('the budget of a session', () => {
    it('refuses a call in advance, free of charge, and names the header that raises it', async () => {
      const agent = await connect({ 'x-loupe-budget-usd': '0.0012' });
      expect((await agent.use('loupe_user', { user: known.marta })).isError).toBe(false);
      expect((await agent.use('loupe_balance')).summary).toContain('session $0.000600 of $0.001200');
      const refused = await agent.use('loupe_user', { user: 'aurora.atlas' });
      expect(refused).toMatchObject({ isError: true, summary: expect.stringContaining('x-loupe-budget-usd') });
      expect(await spentMicros()).toBe(600n);
      const raised = await connect({ 'x-loupe-budget-usd': '0.0018' });
      expect((await raised.use('loupe_user', { user: 'aurora.atlas' })).isError).toBe(false);
    });

    it('holds for concurrent calls', async () => {
      const agent = await connect({ 'x-loupe-budget-usd': '0.0018' });
      const ids = Array.from({ length: 10 }, (_, index) => `${1020 + index}`);
      const results = await Promise.all(ids.map((user) => agent.use('loupe_user', { user })));
      expect(await spentMicros()).toBeLessThanOrEqual(1_800n);
      const free = results.filter(({ summary }) => summary.includes('cost $0,'));
      expect(free.length).toBeGreaterThanOrEqual(7);
      // If a busy machine fails a call, its part of the budget is free for another call.
      for (const { summary } of free) expect(summary).toMatch(/Nothing was charged|may succeed later/);
    });

    it('returns the pages that were charged when it is exhausted before the last page', async () => {
      const agent = await connect({ 'x-loupe-budget-usd': '0.0012' });
      const given = { user: known.marta, kind: 'followers', pages: 5, fields: ['pk'] };
      const { isError, summary, data } = await agent.use('loupe_user_connections', given);
      expect(isError).toBe(false);
      expect(JSON.parse(data).length).toBeGreaterThan(30);
      expect(summary).toMatch(/next: \S+\nstopped: .*Nothing was charged/);
    });

    it('returns a 422 when it is not an amount', async () => {
      const reply = await rpc({ 'x-api-key': tenant.key, 'x-loupe-budget-usd': 'much' }, '{}');
      expect(await reply.json()).toMatchObject({ status: 422, errors: [{ parameter: 'x-loupe-budget-usd' }] });
    });
  });

  it('reports failures as the API does, with their charge', async () => {
    const agent = await connect();
    const hidden = await agent.use('loupe_user_connections', { user: '1003', kind: 'followers' });
    expect(hidden).toMatchObject({ isError: true, summary: expect.stringMatching(/private_account \(403\).*charged/) });
    const wrong = await agent.use('loupe_user_connections', { user: known.marta, kind: 'followers', cursor: 'x' });
    expect(wrong).toMatchObject({ isError: true, summary: expect.stringMatching(/invalid_cursor \(400\)/) });
    expect(await spentMicros()).toBe(600n);
    await api.tenants.changeKey(tenant.keyId, 'revoked_at = now()');
    await expect(agent.use('loupe_balance')).rejects.toThrow();
  });

  it('charges nothing when the caller disconnects before there is a response', async () => {
    await api.simulator.fault({ operation: 'users.info', fault: 'hold' });
    const gone = new AbortController();
    const use = { name: 'loupe_user', arguments: { user: known.marta } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: use });
    const headers = {
      'x-api-key': tenant.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const pending = fetch(`${api.baseUrl}/mcp`, { method: 'POST', headers, body, signal: gone.signal });
    pending.catch(() => undefined);
    await api.simulator.held(1);
    gone.abort();
    await expect(pending).rejects.toThrow();
    const statuses = async () => {
      await api.app.get(UsageLog).flush();
      const sql = 'SELECT status FROM usage_rows WHERE account_id = $1';
      return (await api.app.get(DataSource).query(sql, [tenant.accountId])) as { status: number }[];
    };
    await until('the request is in the log', async () => (await statuses()).length > 0);
    expect(await statuses()).toEqual([{ status: 499 }]);
    expect(await spentMicros()).toBe(0n);
  });

  it('refuses other IPs than the allowed IPs of the key, and accepts tool calls from an allowed IP', async () => {
    await api.tenants.changeKey(tenant.keyId, "allowed_ips = '{127.0.0.1}'");
    expect((await (await connect()).use('loupe_user', { user: known.marta })).isError).toBe(false);
    await api.tenants.changeKey(tenant.keyId, "allowed_ips = '{203.0.113.1}'");
    await expect(connect()).rejects.toThrow();
  });

  it('counts messages and their data API calls separately against the rate of the key', async () => {
    await connect({}, await api.tenants.create());
    await api.tenants.changeKey(tenant.keyId, 'rate_per_second = 3');
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'x-api-key': tenant.key, accept: 'application/json, text/event-stream' };
    // With a stopped clock, no request leaves the rate window.
    const time = jest.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    const replies = await Promise.all(Array.from({ length: 4 }, () => rpc(headers, body)));
    time.mockRestore();
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    const { headers: ofCall } = await send(api.baseUrl, '/system/balance', { key: tenant.key });
    expect(ofCall.ratelimit).toMatch(/^"key";r=2;/);
  });

  it('requires a key, in either header', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const accept = { accept: 'application/json, text/event-stream' };
    for (const headers of [{}, { authorization: 'Bearer loupe_x' }, { authorization: 'Basic eDp5' }]) {
      const reply = await rpc({ ...accept, ...(headers as Record<string, string>) }, body);
      expect(reply.status).toBe(401);
      expect(reply.headers.get('content-type')).toContain('application/problem+json');
    }
    for (const headers of [{ 'x-api-key': tenant.key }, { authorization: `Bearer ${tenant.key}` }])
      expect((await rpc({ ...accept, ...(headers as Record<string, string>) }, body)).status).toBe(200);
  });

  it('refuses requests from pages of other sites and other methods', async () => {
    const own = { 'x-api-key': tenant.key };
    const foreign = await rpc({ ...own, origin: 'https://evil.example' }, '{}');
    expect(await foreign.json()).toMatchObject({ status: 403, code: 'forbidden' });
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'PROPFIND']) {
      const reply = await send(api.baseUrl, '/mcp', { method, key: tenant.key });
      expectProblem(reply, 405, 'method_not_allowed', 0n);
      expect(reply.headers.allow).toBe('POST');
    }
    expect(await spentMicros()).toBe(0n);
  });
});
