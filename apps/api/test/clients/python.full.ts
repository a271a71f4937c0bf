import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleAddress } from '@loupe/dto';
import { known, knownPosts } from '../endpoints/known';
import { makeDataDirectory } from '../support/data-directory';
import { beginWithinOneHour } from '../support/hours';
import { describeWith, findProgram } from '../support/programs';
import { type AnyJson, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { exampleWords, idsOf, lists, objects, pageByHand } from './client-calls';
import { CuttingProxy } from './cutting-proxy';
import { runProgram } from './programs';

const python = findProgram('python3');
const client = join(__dirname, '../../../../libs/client-python');

type Call = [name: string, words: unknown[], options: object];

describeWith(python, 'Python 3', 'the Python client', () => {
  let api: TestApi;
  let proxy: CuttingProxy;
  let tenant: Tenant;
  let directory: string;
  beforeAll(async () => {
    api = await startTestApi();
    proxy = await CuttingProxy.before(api.baseUrl);
    directory = makeDataDirectory('python');
    for (const name of ['loupe.py', 'test_loupe.py'])
      writeFileSync(join(directory, name), readFileSync(join(client, name)));
    for (const name of ['program', 'management'])
      writeFileSync(join(directory, `${name}.py`), readFileSync(join(__dirname, `python-${name}.py`)));
  });
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true });
    await Promise.all([api.stop(), proxy.stop()]);
  });
  beforeEach(async () => {
    tenant = await api.tenants.create('10');
  });

  const run = (words: string[], input = '', baseUrl = api.baseUrl) =>
    runProgram(python!, words, { directory, input, variables: { LOUPE_URL: baseUrl, LOUPE_API_KEY: tenant.key } });
  const callAll = async (calls: Call[], options: { client?: object; threads?: number; baseUrl?: string } = {}) => {
    const input = JSON.stringify({ client: { pace: false, ...options.client }, threads: options.threads ?? 1, calls });
    return JSON.parse(await run(['program.py'], input, options.baseUrl)) as AnyJson[];
  };
  const charges = async (): Promise<string[]> => {
    const sql = `SELECT amount_micros FROM transfers WHERE account_id = $1 AND kind = 'charge'`;
    return (await api.database.dataSource.query(sql, [tenant.accountId])).map((row: AnyJson) => row.amount_micros);
  };

  it('passes its own tests, and compiles without a warning', async () => {
    await run(['-W', 'error', '-m', 'unittest', '-q', 'test_loupe']);
  });

  it('makes a monitor, reads its events, and goes on after the last known one', async () => {
    const token = await api.tenants.addManagementToken(tenant.accountId);
    const words = `operation="users.by_id", parameters={"user_id": "1001"}, kind="changed", fields=["follower_count"]`;
    const make = `from loupe import *
management = LoupeManagement("${api.baseUrl}", "${token}")
print(management.create_monitor(${words}, every_minutes=15, key_id="${tenant.keyId}")["id"])`;
    const id = (await run(['-c', make])).trim();
    const sql = `INSERT INTO monitor_events (monitor_id, account_id, field, before, after)
      SELECT $1, $2, 'follower_count', to_jsonb(n), to_jsonb(n + 1) FROM generate_series(1, 3) n ORDER BY n`;
    await api.database.dataSource.query(sql, [id, tenant.accountId]);
    const read = `from loupe import *
loupe = Loupe("${api.baseUrl}", "${tenant.key}")
events = loupe.monitors.events(${id}).to_list(limit=9)
following = follow_events(loupe, ${id}, cursor=events[0]["id"])
print([event["after"] for event in events], next(following)["after"], next(following)["after"])
LoupeManagement("${api.baseUrl}", "${token}").delete_monitor(${id})`;
    expect(await run(['-c', read])).toBe('[2, 3, 4] 3 4\n');
  });

  it('returns the members that the service sends, for every object', async () => {
    const results = await callAll(objects.map((one) => [one.name, ...exampleWords(one)]));
    for (const [index, one] of objects.entries()) {
      const { json } = await send(api.baseUrl, exampleAddress(one), { key: tenant.key });
      expect([one.name, Object.keys(results[index].data ?? results[index])]).toEqual([one.name, Object.keys(json)]);
      expect(results[index].meta).toMatchObject({ status: 200, attempts: 1 });
    }
  });

  it('reads every list to its end', async () => {
    // The simulator's stories and comments change at every full hour.
    await beginWithinOneHour();
    const results = await callAll(lists.map((one) => [one.name, ...exampleWords(one)]));
    for (const [index, one] of lists.entries()) {
      const { items, pages } = results[index];
      expect([one.name, idsOf(items)]).toEqual([one.name, idsOf(await pageByHand(one, api.baseUrl, tenant.key))]);
      expect(pages.at(-1)).toMatchObject({
        next: null,
        meta: { end: expect.stringMatching(/^(no-cursor|single-page)$/) },
      });
    }
    const posts = results[lists.findIndex(({ name }) => name === 'users.posts')].items;
    for (const post of posts)
      expect(post).toMatchObject({
        code: expect.any(String),
        taken_at: expect.any(Number),
        image_versions2: expect.anything(),
      });
  }, 900_000);

  it('reduces items to the requested fields, and stops at a limit', async () => {
    const options = { fields: ['pk', 'user.username'], limit: 20 };
    const results = await callAll([
      ['users.posts', [known.marta], options],
      ['posts.comments', [knownPosts.hugeThread], { ...options, user_id: known.showcase }],
      ['users.reels', [known.storyTeller], options],
    ]);
    for (const { items, pages } of results) {
      expect(items).toHaveLength(20);
      for (const item of items)
        expect([Object.keys(item).sort(), Object.keys(item.user)]).toEqual([['pk', 'user'], ['username']]);
      expect(pages.at(-1).meta.end).toBe('limit');
    }
  });

  it('is charged once for a call whose first responses were lost', async () => {
    proxy.toCut = 2;
    const [{ data, meta }] = await callAll([['users.by_id', [known.marta], {}]], { baseUrl: proxy.baseUrl });
    expect([data.username, meta]).toMatchObject([
      'marta.trails',
      { attempts: 3, is_replay: true, cost_usd: '0.000600' },
    ]);
    expect(await charges()).toEqual(['-600']);
  });

  it('raises the problem of a failed call, and does not retry it', async () => {
    const results = await callAll([
      ['users.by_id', ['404404404'], {}],
      ['posts.comments', ['x'], { user_id: 'abc' }],
    ]);
    expect(results).toMatchObject([
      { error: { code: 'profile_not_found', status: 404, charged_usd: '0.000600', retryable: false, attempts: 1 } },
      { error: { code: 'unprocessable_entity', charged_usd: '0', errors: [{ parameter: 'user_id' }] } },
    ]);
  });

  it('never exceeds a spending limit, however many threads spend at once', async () => {
    const calls = Array.from({ length: 8 }, (): Call => ['users.by_id', [known.marta], {}]);
    const results = await callAll(calls, { client: { max_cost_usd: '0.0019' }, threads: 8 });
    expect(results.filter(({ data }) => data)).toHaveLength(3);
    expect(results.filter(({ error }) => error?.code === 'budget_reached')).toHaveLength(5);
    const [list, call] = await callAll([
      ['users.followers', [known.showcase], { max_cost_usd: '0.0012' }],
      ['users.stories', [known.marta], { max_cost_usd: '0.0006' }],
    ]);
    expect([list.error.code, call.error.code]).toEqual(['budget_reached', 'budget_reached']);
    expect(await charges()).toHaveLength(5);
  });

  it('manages keys with a token, and creates one key although the first response was lost', async () => {
    const token = await api.tenants.addManagementToken(tenant.accountId);
    proxy.toCut = 1;
    const { key, ids, ...result } = JSON.parse(await run(['management.py'], token, proxy.baseUrl));
    expect(result).toEqual({
      named: ids,
      changed: '7.000000',
      same: true,
      revoked: [null, 'revoked'],
      usage: [],
      balance: { balance_usd: '10.000000', currency: 'USD' },
      actions: ['account.top_up', 'key.create', 'key.change', 'key.rotate', 'key.revoke'],
      later: ['key.rotate', 'key.revoke'],
      missing: ['not_found', 404, '0'],
    });
    expect((await api.get('/system/balance', key)).status).toBe(200);
  });
});
