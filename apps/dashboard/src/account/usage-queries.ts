import { queryOptions } from '@tanstack/react-query';
import { type AccountScope, dataOf, scopedClient } from '../api/client';
import type { View } from '../api/views';
import { accountKey } from './account-scope';

/** The last days, or from one to another; of the whole account, or of a key with what it was rotated from and into. */
interface OverviewQuery {
  readonly days?: number;
  readonly from?: string;
  readonly to?: string;
  readonly key_id?: string;
}

export const overviewQuery = (scope: AccountScope, query: OverviewQuery) =>
  queryOptions({
    queryKey: accountKey(scope, 'overview', query),
    queryFn: ({ signal }) => dataOf(scopedClient(scope).GET('/overview', { params: { query }, signal })),
  });

/** As many as the server gives at once: a year of few keys is one request or two. */
const pageSize = 2_000;

export type Grouping = 'operation' | 'key';

/** Usage per hour or day and group, for the chart. `from` and `to` are days, both included. */
export function usageQuery(
  scope: AccountScope,
  days: { from: string; to: string },
  groupBy: Grouping | 'operation_and_key',
  interval: 'hour' | 'day',
) {
  const query = { ...days, interval, group_by: groupBy } as const;
  return queryOptions({
    queryKey: accountKey(scope, 'usage', query),
    queryFn: async ({ signal }) => {
      const rows: View<'UsageRowView'>[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const params = { query: { ...query, limit: pageSize, ...(cursor && { cursor }) } };
        const page = await dataOf(scopedClient(scope).GET('/usage', { params, signal }));
        rows.push(...page.items);
        cursor = page.next_cursor;
      }
      return rows;
    },
  });
}
