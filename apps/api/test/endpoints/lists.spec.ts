import { allOperations, isPaged, operations } from '@loupe/dto';
import { slowFind, slowParse } from '../../../../libs/lossless-json/test/slow-json';
import type { SeenRequest } from '../support/per-worker/simulator';
import { send } from '../support/send';
import { api, tenant } from '../support/usual';
import { known } from './known';
import { type ListRow, listTable, pagePath } from './list-table';
import { answersAt, rawBody, sentBack } from './upstream-oracle';

afterEach(() => api.simulator.clearFaults());

async function page(path: string, cursor: string | null = null) {
  await api.simulator.forget();
  const reply = await send(api.baseUrl, pagePath(path, cursor), { key: tenant.key });
  expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  const [request] = await api.simulator.seen();
  return { reply, request: request!, next: reply.json.next_cursor as string | null };
}

function fieldsOf(request: SeenRequest, { inVariables }: ListRow): Record<string, string> {
  return inVariables ? JSON.parse(request.form.variables!) : { ...request.query, ...request.form };
}

/** The fields of an upstream request, except those of the cursor. They must be the same for every page. */
function withoutCursor(request: SeenRequest, row: ListRow): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldsOf(request, row)).filter(([name]) => !(name in row.cursor)));
}

/** The items to expect. In sections, one media may occupy several slots, and is returned once. */
function expectedItems(body: string, { items, operation }: ListRow): string[] {
  const addsPlainKeys = operation === operations.users.reposts;
  const isSectioned = [items].flat().some((path) => path.startsWith('sections'));
  if (!isSectioned) return answersAt(body, items, { addsPlainKeys });
  const seen = new Set<string>();
  return slowFind(slowParse(body), 'sections[]')
    .flatMap((section) => section.members.filter(({ key }) => key === 'layout_content'))
    .flatMap((content) => content.value.members)
    .flatMap((slot) => [...slowFind(slot.value, '[].media'), ...slowFind(slot.value, 'clips.items[].media')])
    .filter((media) => {
      const [pk] = slowFind(media, 'pk');
      const isNew = !seen.has(pk!.text);
      seen.add(pk!.text);
      return isNew;
    })
    .map(({ answer }) => answer);
}

test('the tests of lists cover every list that accepts a cursor', () => {
  const encrypted = allOperations.filter((one) => one.answer.kind === 'list' && isPaged(one));
  expect(new Set(listTable.map(({ operation }) => operation.name))).toEqual(new Set(encrypted.map(({ name }) => name)));
});

describe.each(listTable.map((row) => [row.path, row] as const))('%s', (_, row) => {
  it('returns every item byte for byte, and sends every cursor back with all its digits', async () => {
    let cursor: string | null = null;
    let expected: Record<string, string | undefined> = Object.fromEntries(
      Object.keys(row.cursor).map((field) => [field, undefined]),
    );
    const others: Record<string, string>[] = [];
    do {
      const { reply, request, next } = await page(row.path, cursor);
      expect(request.operation).toBe(row.upstream);
      expect(fieldsOf(request, row)).toMatchObject(JSON.parse(JSON.stringify(expected)));
      const body = await rawBody(api.simulator, request);
      expect(reply.text).toBe(
        `{"items":[${expectedItems(body, row).join(',')}],"next_cursor":${JSON.stringify(next)},"has_more":${next !== null}}`,
      );
      expected = Object.fromEntries(Object.entries(row.cursor).map(([field, path]) => [field, sentBack(body, path)]));
      cursor = next;
      others.push(withoutCursor(request, row));
    } while (cursor !== null && others.length !== row.pages);
    expect(others.length).toBeGreaterThan(1);
    for (const fields of others) expect(fields).toEqual(others[0]);
    if (row.pages === undefined) expect(Object.values(expected)[0] ?? '').toBe('');
  });

  it('ends when the upstream repeats the cursor of the request', async () => {
    const { next } = await page(row.path);
    await misbehave('same_cursor');
    const { reply } = await page(row.path, next);
    expect(reply.json).toMatchObject({ next_cursor: null, has_more: false });
    expect(reply.headers['x-list-end']).toBe('repeated-cursor');
  });

  it('continues after a page without items', async () => {
    const { next } = await page(row.path);
    const second = await page(row.path, next);
    await misbehave('empty_page_with_cursor');
    const { reply, next: afterEmpty } = await page(row.path);
    expect(reply.json.has_more).toBe(true);
    // The top search always begins with headings.
    if (row.operation !== operations.search.top) expect(reply.json.items).toEqual([]);
    expect(await api.simulator.seen()).toHaveLength(1);
    await api.simulator.clearFaults();
    expect((await page(row.path, afterEmpty)).reply.json.items).toEqual(second.reply.json.items);
  });

  it('ends without a cursor, whatever the upstream says about more pages', async () => {
    await misbehave('has_more_without_cursor');
    const { reply } = await page(row.path);
    expect(reply.json).toMatchObject({ next_cursor: null, has_more: false });
    expect(reply.headers['x-list-end']).toBe('no-cursor');
  });

  it('continues with a cursor, even if the upstream says nothing about more pages', async () => {
    await misbehave('cursor_without_has_more');
    const { reply } = await page(row.path);
    expect(reply.json).toMatchObject({ next_cursor: expect.any(String), has_more: true });
    expect(reply.headers['x-list-end']).toBeUndefined();
    expect(reply.json.items.length).toBeGreaterThan(0);
  });

  function misbehave(fault: string): Promise<void> {
    return api.simulator.fault({ operation: row.upstream, fault });
  }
});

test('a capped list of followers ends where the upstream ends it', async () => {
  const { reply } = await page(`/users/${known.capped}/followers`);
  expect(reply.json).toMatchObject({ next_cursor: null, has_more: false });
  expect(reply.json.items).toHaveLength(47);
});

test('items that the upstream repeats are returned as often as it sends them', async () => {
  await api.simulator.fault({ operation: 'friendships.followers', fault: 'duplicate_items' });
  const { items } = (await page(`/users/${known.showcase}/followers`)).reply.json;
  expect(items.at(-1).pk).toBe(items[0].pk);
});
