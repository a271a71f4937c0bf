import fc from 'fast-check';
import { type AnyJson, send } from '../support/send';
import { api, tenant } from '../support/usual';
import { known, knownPosts } from './known';
import { type PagedList, pagedLists, pathOfPage, readings } from './paged-lists';

afterEach(() => api.simulator.clearFaults());

type Reading = Pick<PagedList, 'path' | 'parameter' | 'hasMore' | 'token' | 'items'>;

async function walked(list: Reading, maxPages: number): Promise<AnyJson[][]> {
  const pages: AnyJson[][] = [];
  let token: string | undefined;
  do {
    const reply = await send(api.baseUrl, pathOfPage(list, token), { key: tenant.key });
    expect({ path: list.path, status: reply.status }).toEqual({ path: list.path, status: 200 });
    const hasMore = list.hasMore(reply.json);
    const given = list.token(reply.json) ?? null;
    expect([hasMore, given]).toEqual(hasMore ? [true, expect.stringMatching(/^[\w-]+$/)] : [false, null]);
    expect(reply.headers['x-list-end'] === undefined).toBe(hasMore);
    pages.push(list.items(reply.json));
    token = hasMore ? (given as string) : undefined;
  } while (token !== undefined && pages.length < maxPages);
  return pages;
}

/** The identity of an item: its id or, for units of the top search, the whole item. */
const identityOf = (item: AnyJson): string => String(item.pk ?? item.id ?? JSON.stringify(item));

test.each(pagedLists.map((list) => [list.path, list] as const))(
  '%s returns no item twice, except pinned posts',
  async (_, list) => {
    const pages = await walked(list, list.pages ?? 300);
    expect(pages.length).toBeGreaterThan(1);
    if (list.pages === undefined) expect(pages.length).toBeLessThan(300);
    const pinned = (item: AnyJson) => (item.timeline_pinned_user_ids ?? []).length > 0;
    const ids = pages
      .flat()
      .filter((item) => !pinned(item))
      .map(identityOf);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

const ofAccount = (list: string) => ({ ...readings.envelope, path: (pk: number) => `/users/${pk}/${list}` });
const accountLists = [
  ...['followers', 'following', 'reels', 'tagged', 'reposts'].map(ofAccount),
  { ...readings.grid, path: (pk: number) => `/users/${pk}/posts` },
];
const misbehaviours = ['same_cursor', 'has_more_without_cursor', 'cursor_without_has_more', 'empty_page_with_cursor'];

test.each(accountLists.map((list) => ({ ...list, path: list.path(Number(known.quirky)) })))(
  '$path ends, although its account’s lists misbehave',
  async (list) => expect((await walked(list, 100)).length).toBeLessThan(100),
);

test('lists of any account end, however the upstream misbehaves', async () => {
  const list = fc.constantFrom(...accountLists);
  const account = fc.constantFrom(1001, 1002, 1007, 1008, 1010, 1011, 1012, 1013, 1014, 1015);
  const fault = fc.option(fc.constantFrom(...misbehaviours), { nil: undefined });
  const property = fc.asyncProperty(list, account, fault, async (of, pk, misbehaviour) => {
    await api.simulator.clearFaults();
    if (misbehaviour) await api.simulator.fault({ operation: '*', fault: misbehaviour, mode: 'once' });
    const pages = await walked({ ...of, path: of.path(pk) }, 120);
    expect(pages.length).toBeLessThan(120);
  });
  await fc.assert(property, { numRuns: 20 });
});

test.each(misbehaviours)('a thread of comments ends under the fault %s', async (fault) => {
  for (const pk of [knownPosts.tailThread, knownPosts.opaqueTailThread]) {
    const list = { ...readings.comments, path: `/posts/${pk}/comments?user_id=${known.showcase}` };
    const all = (await walked(list, 50)).flat();
    await api.simulator.fault({ operation: 'media.comments', fault });
    const pages = await walked(list, 50);
    expect(pages.length).toBeLessThan(50);
    if (fault === 'cursor_without_has_more') expect(pages.flat()).toEqual(all);
    await api.simulator.clearFaults();
  }
});
