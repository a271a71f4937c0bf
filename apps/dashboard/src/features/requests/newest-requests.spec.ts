import type { View } from '../../api/views';
import { type RequestLog, withNewest } from './newest-requests';

const request = (id: number): View<'RequestView'> => ({
  request_id: `r${id}`,
  time: '2026-11-21T12:00:00.000Z',
  key: { id: '1', name: 'Production', prefix: 'loupe_4hTz9QxB', mode: 'live' as const },
  operation: 'users.by_id',
  status: 200,
  code: null,
  cost_usd: '0.000600',
  duration_ms: 10,
  upstream_ms: 9,
  bytes: 100,
  requests: 1,
  source: null,
  first_request_id: null,
});

const page = (from: number, to: number, next: string | null = null): View<'RequestPage'> => ({
  items: Array.from({ length: from - to + 1 }, (_, index) => request(from - index)),
  next_cursor: next,
  has_more: next !== null,
});

const log = (...pages: View<'RequestPage'>[]): RequestLog => ({ pages, pageParams: pages.map(() => undefined) });

const ids = ({ pages }: RequestLog): string[] =>
  pages.flatMap(({ items }) => items.map(({ request_id }) => request_id));

describe('withNewest', () => {
  it('puts new requests first, each once, and leaves older pages in place', () => {
    const merged = withNewest(log(page(4, 3, 'a'), page(2, 1)), page(6, 3, 'b'));
    expect(ids(merged)).toEqual(['r6', 'r5', 'r4', 'r3', 'r2', 'r1']);
    expect(merged.pages[0]?.next_cursor).toBe('a');
  });

  it('changes nothing, not even the object, when nothing is new', () => {
    const before = log(page(4, 1));
    expect(withNewest(before, page(4, 2))).toBe(before);
  });

  it('shows a refusal that goes on with its new count', () => {
    const grown = { ...page(4, 2), items: page(4, 2).items.map((item) => ({ ...item, requests: 7 })) };
    const merged = withNewest(log(page(4, 1)), grown);
    expect(merged.pages[0]?.items.map(({ requests }) => requests)).toEqual([7, 7, 7, 1]);
  });

  it('starts over rather than hide a gap', () => {
    expect(ids(withNewest(log(page(4, 1)), page(20, 15, 'c')))).toEqual(['r20', 'r19', 'r18', 'r17', 'r16', 'r15']);
  });

  it('starts over when it was watched for very long', () => {
    expect(ids(withNewest(log(page(500, 1)), page(501, 499)))).toEqual(['r501', 'r500', 'r499']);
  });

  it('fills an empty log', () => {
    expect(ids(withNewest(undefined, page(2, 1)))).toEqual(['r2', 'r1']);
    expect(ids(withNewest(log(page(0, 1)), page(2, 1)))).toEqual(['r2', 'r1']);
  });
});
