import type { View } from '../../../api/views';
import { BarList } from '../../../components/bar-list';
import { EmptyState } from '../../../components/empty-state';
import { Panel } from '../../../components/panel';
import { formatCount, formatShare } from '../../../format/counts';

/** Codes of what failed on this side; every other one says something about the request. */
const ours = new Set(['upstream_error', 'service_unavailable', 'internal_error']);

/** Failed requests by code, the most frequent first. */
export function ErrorsPanel({ overview }: { overview: View<'OverviewView'> }) {
  const { errors_by_code: codes, totals } = overview;
  const failed = totals.errors;
  if (codes.length === 0)
    return (
      <Panel title="What goes wrong?">
        <EmptyState title="Nothing">Every request of this period was answered as asked.</EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="What goes wrong?"
      answer={`${formatCount(failed)} of ${formatCount(totals.requests)} requests failed, most often with ${codes[0]?.code}.`}
    >
      <BarList
        label="Failed requests by code"
        bars={codes.slice(0, 8).map(({ code, requests }) => ({
          id: code,
          name: <code>{code}</code>,
          value: formatCount(requests),
          note: formatShare(requests, failed),
          percent: failed === 0 ? 0 : (requests / failed) * 100,
          tone: ours.has(code) ? 'bad' : 'warn',
        }))}
      />
    </Panel>
  );
}
