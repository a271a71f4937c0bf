import type { InfiniteData } from '@tanstack/react-query';
import type { View } from '../../api/views';

export type RequestPage = View<'RequestPage'>;
export type RequestLog = InfiniteData<RequestPage, string | undefined>;

type Shown = RequestPage['items'][number];

/** A log that is watched for hours starts over from its newest page when its first page has grown to this size. */
const longestFirstPage = 400;

/**
 * Puts the newest page before the log that is already shown, each request once and as it is now: the count of a refusal
 * that goes on grows. Where more has happened in between than
 * a page holds, the two do not meet: then only the newest page is kept, so no gap hides in the middle.
 */
export function withNewest(log: RequestLog | undefined, newest: RequestPage): RequestLog {
  const alone: RequestLog = { pages: [newest], pageParams: [undefined] };
  const [first, ...older] = log?.pages ?? [];
  if (log === undefined || first === undefined) return alone;
  const latest = first.items[0]?.request_id;
  const meets = newest.items.findIndex(({ request_id }) => request_id === latest);
  const counts = new Map(newest.items.map(({ request_id, requests }) => [request_id, requests]));
  const isSame = ({ request_id, requests }: Shown) => (counts.get(request_id) ?? requests) === requests;
  if (meets === 0 && first.items.every(isSame)) return log;
  if (meets < 0 || first.items.length > longestFirstPage) return alone;
  const shown = first.items.map((item) => ({ ...item, requests: counts.get(item.request_id) ?? item.requests }));
  return { ...log, pages: [{ ...first, items: [...newest.items.slice(0, meets), ...shown] }, ...older] };
}
