import type { InfiniteData } from '@tanstack/react-query';
import type { View } from '../../api/client';

/** `asOfMs`: when the server answered, by its own clock. */
export type RequestPage = View<'RequestPage'> & { readonly asOfMs: number };
export type RequestLog = InfiniteData<RequestPage, string | undefined>;

type Request = RequestPage['items'][number];

/** A log that is watched for hours starts over from its newest page when its first page has grown to this size. */
const maxFirstPageLength = 400;

/** Requests are listed when they end, in the order in which they began; what was asked for is there a second later. */
const overlapMs = 20_000;

/** A refusal stands for those of its minute; how many they are is written within ten seconds. */
const growingMs = 75_000;
const refusals = new Set([401, 402, 403, 429, 503]);

/** From when on the log may have changed since it was last looked at; undefined where it is to be read afresh. */
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
 * Puts what is new before the log that is already shown, each request once and as it is now. Where more has happened in
 * between than a page holds, the two do not meet: then only the newest page is kept, so no gap hides in the middle.
 * @param newest from {@link changedSince} on
 */
export function withNewest(log: RequestLog, newest: RequestPage): RequestLog {
  const [first, ...older] = log.pages;
  const known = new Map(first?.items.map((item) => [item.request_id, item]));
  const meets = !newest.has_more || newest.items.some(({ request_id }) => known.has(request_id));
  if (!first || !meets || first.items.length > maxFirstPageLength) return { pages: [newest], pageParams: [undefined] };
  // What began before the last of the page is listed on one further back.
  const last = first.has_more ? (first.items.at(-1)?.request_id ?? '') : '';
  const changed = newest.items.filter((item) => item.request_id >= last && !isSame(item, known.get(item.request_id)));
  if (changed.length === 0) return { ...log, pages: [{ ...first, asOfMs: newest.asOfMs }, ...older] };
  for (const item of changed) known.set(item.request_id, item);
  const items = [...known.values()].sort((one, other) => (one.request_id < other.request_id ? 1 : -1));
  return { ...log, pages: [{ ...first, asOfMs: newest.asOfMs, items }, ...older] };
}

const isSame = (one: Request, other: Request | undefined): boolean =>
  other !== undefined && one.requests === other.requests && one.address === other.address;
