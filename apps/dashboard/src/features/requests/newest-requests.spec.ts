import { changedSince, type RequestLog, type RequestPage, withNewest } from './newest-requests';

const startMs = Date.parse('2026-11-21T12:00:00.000Z');

const request = (second: number): RequestPage['items'][number] => ({
  request_id: `r${String(second).padStart(4, '0')}`,
  time: new Date(startMs + second * 1_000).toISOString(),
  key: { id: '1', name: 'Production', prefix: 'loupe_4hTz9QxB', mode: 'live' as const },
  operation: 'users.by_id',
  address: null,
  status: 200,
  code: null,
  detail: null,
  cost_usd: '0.000600',
  duration_ms: 10,
  upstream_ms: 9,
  bytes: 100,
  requests: 1,
  source: null,
  first_request_id: null,
});
const page = (from: number, to: number, next: string | null = null): RequestPage => ({
  items: Array.from({ length: from - to + 1 }, (_, index) => request(from - index)),
  next_cursor: next,
  has_more: next !== null,
  asOfMs: startMs + from * 1_000,
});
const log = (...pages: RequestPage[]): RequestLog => ({ pages, pageParams: pages.map(() => undefined) });
const secondsOf = ({ pages }: RequestLog): number[] =>
  pages.flatMap(({ items }) => items.map(({ request_id }) => Number(request_id.slice(1))));

describe('changedSince', () => {
  it('polls the log from shortly before the last poll, also when nothing was new', () => {
    const quiet = { ...page(4, 1), asOfMs: startMs + 3_600_000 };
    expect(changedSince(log(quiet))).toBe('2026-11-21T12:59:40.000Z');
  });

  it('polls the log from the time of a rejected request whose count may still grow', () => {
    const refused = page(60, 1);
    refused.items[50] = { ...refused.items[50]!, status: 429 };
    expect(changedSince(log(refused))).toBe('2026-11-21T12:00:10.000Z');
    expect(changedSince(log({ ...refused, asOfMs: startMs + 120_000 }))).toBe('2026-11-21T12:01:40.000Z');
  });

  it('gives no time when the log is empty or its first page has grown too long', () => {
    expect(changedSince(log(page(500, 1)))).toBeUndefined();
    expect(changedSince(log())).toBeUndefined();
  });
});

describe('withNewest', () => {
  it('puts new requests at the top of the log, each once, and keeps older pages', () => {
    const merged = withNewest(log(page(4, 3, 'a'), page(2, 1)), page(6, 3));
    expect(secondsOf(merged)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(merged.pages[0]?.next_cursor).toBe('a');
  });

  it('sorts a slow request into the log by its start, unless it belongs to an older page', () => {
    const missing = { ...page(6, 1), items: [6, 5, 3].map(request) };
    expect(secondsOf(withNewest(log(missing), page(5, 4)))).toEqual([6, 5, 4, 3]);
    expect(secondsOf(withNewest(log(page(6, 5, 'a'), page(4, 1)), page(7, 2)))).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('changes no row of the log when nothing is new', () => {
    const before = log(page(4, 1));
    expect(withNewest(before, page(4, 2)).pages[0]?.items).toBe(before.pages[0]?.items);
  });

  it('updates a rejected request’s count in the log, and a request’s URL once it is known', () => {
    const grown = {
      ...page(4, 2),
      items: page(4, 2).items.map((item) => ({ ...item, requests: 7, address: '/users/1' })),
    };
    const { items } = withNewest(log(page(4, 1)), grown).pages[0]!;
    expect(items.map(({ requests }) => requests)).toEqual([7, 7, 7, 1]);
    expect(items.map(({ address }) => address)).toEqual(['/users/1', '/users/1', '/users/1', null]);
  });

  it('restarts the log from its newest page when requests between the pages are missing', () => {
    expect(secondsOf(withNewest(log(page(4, 1)), page(20, 15, 'c')))).toEqual([20, 19, 18, 17, 16, 15]);
  });

  it('adds new requests to an empty log', () => {
    expect(secondsOf(withNewest(log({ ...page(1, 1), items: [] }), page(2, 1)))).toEqual([2, 1]);
  });
});
