import { send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { expectProblem } from './answer-checks';
import { listTable, pagePath } from './list-table';

let api: TestApi;
let tenant: Tenant;
/** The cursor of each list's second page, by its path. */
const cursors = new Map<string, string>();
beforeAll(async () => {
  api = await startTestApi();
  tenant = await api.tenants.create('1000');
  for (const { path } of listTable) {
    const { json } = await send(api.baseUrl, path, { key: tenant.key });
    cursors.set(path, json.next_cursor);
  }
});
afterAll(() => api.stop());
beforeEach(() => api.simulator.forget());

/** The cursor is refused, free of charge, before the upstream hears of it. */
async function expectRefused(path: string, cursor: string): Promise<void> {
  expectProblem(await send(api.baseUrl, pagePath(path, cursor), { key: tenant.key }), 400, 'invalid_cursor', 0n);
}

afterEach(async () => {
  if (/^refuse/.test(expect.getState().currentTestName!)) expect(await api.simulator.seen()).toEqual([]);
});

test.each(listTable.map(({ path, others }) => [path, others] as const))(
  'refuses a cursor of %s for every list that differs in one parameter',
  async (path, others) => {
    for (const other of others) await expectRefused(other, cursors.get(path)!);
  },
);

test('refuses a cursor at every other endpoint', async () => {
  for (const { path, operation } of listTable) {
    const strangers = listTable.filter((one) => one.operation !== operation);
    await Promise.all(strangers.map((one) => expectRefused(one.path, cursors.get(path)!)));
  }
});

test.each([
  ['with a letter changed', (cursor: string) => cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['cut short', (cursor: string) => cursor.slice(0, -1)],
  ['with a letter more', (cursor: string) => `${cursor}A`],
  ['with padding', (cursor: string) => `${cursor}%3D`],
  ['sent twice in one', (cursor: string) => `${cursor}${cursor}`],
  ['with a space before it', (cursor: string) => `%20${cursor}`],
  ['that is empty', () => ''],
  ['that is the upstream’s own', () => 'QVFE1rYxAAAAGQ%3D%3D'],
  ['of ten thousand letters', () => 'A'.repeat(10_000)],
  ['of control characters', () => '%00%01%7F'],
])('refuses a cursor %s', async (_, spoil) => {
  for (const { path } of listTable) await expectRefused(path, spoil(cursors.get(path)!));
});

test('a parameter that says the default names the same list', async () => {
  const path = '/users/1014/reels';
  const cursor = cursors.get(path);
  const pages = [`${path}?sort_by_views=false&cursor=${cursor}`, `${path}?cursor=${cursor}`];
  const [explicit, implied] = await Promise.all(pages.map((page) => send(api.baseUrl, page, { key: tenant.key })));
  expect(explicit!.status).toBe(200);
  expect(explicit!.json.items).toEqual(implied!.json.items);
});

test('the same cursor gives the same page again', async () => {
  const [{ path }] = [listTable[0]!];
  const ask = () => send(api.baseUrl, pagePath(path, cursors.get(path)!), { key: tenant.key });
  const [first, second] = [await ask(), await ask()];
  expect(second.json.items).toEqual(first.json.items);
});

describe('another process', () => {
  async function withProcess(variables: NodeJS.ProcessEnv, work: (other: TestApi) => Promise<void>): Promise<void> {
    const shared = { DATABASE_URL: api.database.url, UPSTREAM_BASE_URL: api.simulator.baseUrl };
    const other = await startTestApi({ ...shared, ...variables });
    try {
      await work(other);
    } finally {
      await other.stop();
    }
  }

  it('takes every cursor, as the same one does after a restart', async () => {
    await withProcess({}, async (other) => {
      for (const [path, cursor] of cursors) {
        const reply = await send(other.baseUrl, pagePath(path, cursor), { key: tenant.key });
        expect({ path, status: reply.status }).toEqual({ path, status: 200 });
      }
    });
  });

  it('takes cursors of an older secret while it is configured, and no longer', async () => {
    const path = '/users/1001/following';
    const old = 'an old secret that is long enough ……';
    const fresh = 'a fresh secret that is long enough …';
    const cursorOf = async (other: TestApi) =>
      (await send(other.baseUrl, path, { key: tenant.key })).json.next_cursor as string;
    const statusOf = async (other: TestApi, cursor: string) =>
      (await send(other.baseUrl, pagePath(path, cursor), { key: tenant.key })).status;
    let sealed = '';
    await withProcess({ CURSOR_SECRET: old }, async (other) => {
      sealed = await cursorOf(other);
    });
    await withProcess({ CURSOR_SECRET: `${fresh},${old}` }, async (other) => {
      expect(await statusOf(other, sealed)).toBe(200);
      sealed = `${sealed} ${await cursorOf(other)}`;
    });
    await withProcess({ CURSOR_SECRET: fresh }, async (other) => {
      const [ofOld, ofFresh] = sealed.split(' ') as [string, string];
      expect([await statusOf(other, ofOld), await statusOf(other, ofFresh)]).toEqual([400, 200]);
    });
  });
});
