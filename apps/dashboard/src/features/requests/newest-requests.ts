import type { InfiniteData } from '@tanstack/react-query';
import type { View } from '../../api/client';

/** `asOfMs` is when the server responded, by the server's clock. */
export type RequestPage = View<'RequestPage'> & { readonly asOfMs: number };
export type RequestLog = InfiniteData<RequestPage, string | undefined>;

type Request = RequestPage['items'][number];

/** A log whose first page has grown beyond this length restarts from its newest page. */
const maxFirstPageLength = 400;

/** The log lists a request up to a second after its end, but sorts it by its start. */
const overlapMs = 20_000;

/** One row counts the equal rejected requests of a minute. The server writes the count within ten seconds. */
const growingMs = 75_000;
const refusals = new Set([401, 402, 403, 429, 503]);

/** The time since which the log may have changed, or undefined if the log must restart from its newest page. */
export function changedSince(log: RequestLog): string | undefined {
  const [first] = log.pages;
  if (!first || first.items.length > maxFirstPageLength) return undefined;
  const growing = first.items
    .filter(({ status }) => refusals.has(status))
    .map(({ time }) => Date.parse(time))
    .filter((timeMs) => first.asOfMs - timeMs < growingMs);
  return new Date(Math.min(first.asOfMs - overlapMs, ...growing)).toISOString();
}

/**
 * Adds new requests to the log, each once and in its latest state. If requests between them and the known requests are
 * missing, returns only the newest page, because the user could not see the gap.
 * @param newest the requests since {@link changedSince}
 */
export function withNewest(log: RequestLog, newest: RequestPage): RequestLog {
  const [first, ...older] = log.pages;
  const known = new Map(first?.items.map((item) => [item.request_id, item]));
  const meets = !newest.has_more || newest.items.some(({ request_id }) => known.has(request_id));
  if (!first || !meets || first.items.length > maxFirstPageLength) return { pages: [newest], pageParams: [undefined] };
  // A request that began before the last request of the first page belongs to a later page.
  const last = first.has_more ? (first.items.at(-1)?.request_id ?? '') : '';
  const changed = newest.items.filter((item) => item.request_id >= last && !isSame(item, known.get(item.request_id)));
  if (changed.length === 0) return { ...log, pages: [{ ...first, asOfMs: newest.asOfMs }, ...older] };
  for (const item of changed) known.set(item.request_id, item);
  const items = [...known.values()].sort((one, other) => (one.request_id < other.request_id ? 1 : -1));
  return { ...log, pages: [{ ...first, asOfMs: newest.asOfMs, items }, ...older] };
}

const isSame = (one: Request, other: Request | undefined): boolean =>
  other !== undefined && one.requests === other.requests && one.address === other.address;
