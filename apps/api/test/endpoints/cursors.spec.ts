import { type SentReply, send } from '../support/send';
import type { Tenant } from '../support/tenants';
import { startTestApi, type TestApi } from '../support/test-api';
import { expectProblem } from './answer-checks';
import { known, knownPosts, searchSession } from './known';
import { type PagedList, pagedLists, pathOfPage } from './paged-lists';

let api: TestApi;
let tenant: Tenant;
const cursors = new Map<string, string>();
beforeAll(async () => {
  api = await startTestApi();
  tenant = await api.tenants.create('1000');
  for (const { path, token } of pagedLists) {
    const { json } = await send(api.baseUrl, path, { key: tenant.key });
    cursors.set(path, token(json) as string);
  }
});
afterAll(() => api.stop());
beforeEach(() => api.simulator.forget());

async function expectRefused(list: Pick<PagedList, 'path' | 'parameter'>, token: string): Promise<string> {
  const reply = await send(api.baseUrl, pathOfPage(list, token), { key: tenant.key });
  expectProblem(reply, 400, 'invalid_cursor', 0n);
  expect(reply.json.errors).toMatchObject([{ in: 'query', parameter: list.parameter }]);
  return reply.json.detail;
}

afterEach(async () => {
  if (/ is refused/.test(expect.getState().currentTestName!)) expect(await api.simulator.seen()).toEqual([]);
});

test.each(pagedLists.map(({ path, parameter, others }) => [path, parameter, others] as const))(
  'a cursor of %s is refused for a list that differs in one parameter, and the response names the parameter',
  async (path, parameter, others) => {
    for (const other of others) {
      const detail = await expectRefused({ path: other, parameter }, cursors.get(path)!);
      const named = /was issued for another (\w+)\./.exec(detail)?.[1];
      expect({ other, named }).toEqual({ other, named: expect.stringMatching(/^\w+$/) });
    }
  },
);

// In `npm test`, only this test covers that a token is bound to its operation: do not move this test.
test('a cursor is refused by every other operation', async () => {
  for (const { path, operation } of pagedLists) {
    const strangers = pagedLists.filter((one) => one.operation !== operation);
    const details = await Promise.all(strangers.map((one) => expectRefused(one, cursors.get(path)!)));
    for (const detail of details) expect(detail).toContain('for another endpoint');
    const others = pagedLists.filter((one) => one.operation === operation && one.path !== path);
    await Promise.all(others.map((one) => expectRefused(one, cursors.get(path)!)));
  }
});

const ofReply = (id: string, rest: string) => `/comments/17896169626109711/replies?media_id=${id}&user_id=${rest}`;
const { hugeThread } = knownPosts;

test.each<[is: string, one: string, other: string, parameter: PagedList['parameter']]>([
  ['a post by its shortcode', ofReply('CSgquzkYxhP', '1012'), ofReply(hugeThread, '1012'), 'cursor'],
  ['a post by its composite id', ofReply(`${hugeThread}_1012`, '1012'), ofReply('CSgquzkYxhP', '1012'), 'cursor'],
  ['a user id with leading zeros', '/users/00001001/followers', '/users/1001/followers', 'cursor'],
  ['the profile grid of a user id with leading zeros', '/users/1001/posts', '/users/01001/posts', 'cursor'],
  [
    'a search with session ids in capitals',
    `/search/top?${searchSession.replace(/=[\da-f-]+/g, (id) => id.toUpperCase())}&query=trail`,
    `/search/top?${searchSession}&query=trail`,
    'cursor',
  ],
  ['a hashtag in capitals', '/hashtags/TRAIL/top', '/hashtags/%23trail/top', 'cursor'],
  [
    'comments of a post by its shortcode',
    '/posts/CSgquzkYxhP/comments?user_id=1012',
    `/posts/${hugeThread}/comments?user_id=01012`,
    'min_id',
  ],
  [
    'a parameter that states its default',
    `/posts/${hugeThread}/comments?user_id=1012&carousel_index=0`,
    `/posts/${hugeThread}_${known.showcase}/comments?user_id=1012`,
    'min_id',
  ],
])('a cursor is valid for an equivalent request: %s', async (_, one, other, parameter) => {
  const { json } = await send(api.baseUrl, one, { key: tenant.key });
  const token = json.next_cursor ?? json.next_min_id ?? json.feed.profile_grid_items_cursor;
  const pages = await Promise.all(
    [one, other].map((path) => send(api.baseUrl, pathOfPage({ path, parameter }, token), { key: tenant.key })),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  const shown = ({ json }: SentReply) => json.items ?? json.comments ?? json.posts;
  expect(shown(pages[1]!)).toEqual(shown(pages[0]!));
});

test.each([
  ['with a letter changed', (cursor: string) => cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['cut short', (cursor: string) => cursor.slice(0, -1)],
  ['with an additional letter', (cursor: string) => `${cursor}A`],
  ['with padding', (cursor: string) => `${cursor}%3D`],
  ['written twice in one value', (cursor: string) => `${cursor}${cursor}`],
  ['with a space before it', (cursor: string) => `%20${cursor}`],
  ['that is empty', () => ''],
  ['that is the upstream’s own', () => 'QVFE1rYxAAAAGQ%3D%3D'],
  ['of ten thousand letters', () => 'A'.repeat(10_000)],
  ['of control characters', () => '%00%01%7F'],
])('a cursor %s is refused', async (_, spoil) => {
  for (const list of pagedLists) await expectRefused(list, spoil(cursors.get(list.path)!));
});

test.each([
  [
    '2',
    'cursor has 1 characters, so it is not a token of ours: pages have no numbers. Send what the previous page gave',
  ],
  ['x'.repeat(90), 'cursor was changed, or was not issued for this endpoint and these parameters. Send what'],
])('what looks like %s instead of a cursor is refused, and the problem says what to send', async (token, words) => {
  expect(await expectRefused(pagedLists.find(({ parameter }) => parameter === 'cursor')!, token)).toContain(words);
});

test('a cursor that is sent again returns the same page', async () => {
  const [list] = [pagedLists[0]!];
  const load = () => send(api.baseUrl, pathOfPage(list, cursors.get(list.path)!), { key: tenant.key });
  const [first, second] = [await load(), await load()];
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

  it('accepts every cursor, like the same process after a restart', async () => {
    await withProcess({}, async (other) => {
      for (const list of pagedLists) {
        const reply = await send(other.baseUrl, pathOfPage(list, cursors.get(list.path)!), { key: tenant.key });
        expect({ path: list.path, status: reply.status }).toEqual({ path: list.path, status: 200 });
      }
    });
  });

  it('accepts cursors that were encrypted with an older secret only while that secret is configured', async () => {
    const path = '/users/1001/following';
    const old = 'an old secret that is long enough ……';
    const fresh = 'a fresh secret that is long enough …';
    const cursorOf = async (other: TestApi) =>
      (await send(other.baseUrl, path, { key: tenant.key })).json.next_cursor as string;
    const statusOf = async (other: TestApi, cursor: string) =>
      (await send(other.baseUrl, `${path}?cursor=${cursor}`, { key: tenant.key })).status;
    let encrypted = '';
    await withProcess({ CURSOR_SECRET: old }, async (other) => {
      encrypted = await cursorOf(other);
    });
    await withProcess({ CURSOR_SECRET: `${fresh},${old}` }, async (other) => {
      expect(await statusOf(other, encrypted)).toBe(200);
      encrypted = `${encrypted} ${await cursorOf(other)}`;
    });
    await withProcess({ CURSOR_SECRET: fresh }, async (other) => {
      const [ofOld, ofFresh] = encrypted.split(' ') as [string, string];
      expect([await statusOf(other, ofOld), await statusOf(other, ofFresh)]).toEqual([400, 200]);
    });
  });
});
