import type { Operation } from '@loupe/dto';
import {
  measuredOperations,
  type Period,
  type PublishedFigures,
  periods,
  type Quality,
} from '../../core/usage/quality-figures';
import { markdownTable } from './page';

const titles: Readonly<Record<Period, string>> = {
  last_hour: 'Last hour',
  last_24_hours: 'Last 24 hours',
  last_30_days: 'Last 30 days',
};
const columns = ['Operation', 'Calls', 'Answered', 'Failed upstream', 'Failed in Loupe', 'Median', '95th percentile'];

export const statusSummary = 'How well each operation has worked, from this installation’s own log.';

/** `/status` for a person. */
export function statusMarkdown(published: PublishedFigures): string {
  const intro = `# Status\n\n${statusSummary} [What is counted](/docs/status) · JSON for a request with \`Accept: application/json\``;
  const tables = periods.map((period) => {
    const row = (name: string, { [period]: quality } = published.service) => [name, ...cellsOf(quality)];
    const rows = measuredOperations.map(({ name }) =>
      row(`[${name}](/docs/reference/${name})`, published.operations[name]),
    );
    return `## ${titles[period]}\n\n${markdownTable(columns, [row('All operations'), ...rows])}`;
  });
  const days = published.days.map(({ date, calls, answered }) => [date, formatCalls(calls), formatShare(answered)]);
  const daily =
    days.length > 0 ? markdownTable(['Day (UTC)', 'Calls', 'Answered'], days) : 'Nobody called in the last 90 days.';
  const time = published.time ? `As of ${published.time}.` : 'Nothing has been computed yet.';
  return [intro, time, ...tables, `## Last 90 days\n\n${daily}`].join('\n\n');
}

/** What the page of an operation says of it; nothing of one that is not measured. */
export function qualityLine({ name }: Operation, published: PublishedFigures): string | undefined {
  const quality = published.operations[name]?.last_30_days;
  if (!quality) return undefined;
  const [calls, answered, upstream, loupe, median, p95] = cellsOf(quality);
  const said =
    quality.calls === 0
      ? 'nobody called this operation'
      : `${calls} calls, ${answered} answered, ${upstream} failed upstream, ${loupe} failed in Loupe; median ${median}, 95th percentile ${p95}`;
  return `Last 30 days: ${said}. [Status](/status)`;
}

function cellsOf(quality: Quality): string[] {
  if (quality.calls === 0) return ['nobody called', '–', '–', '–', '–', '–'];
  const shares = [quality.answered, quality.failed_upstream, quality.failed_in_loupe].map(formatShare);
  return [formatCalls(quality.calls), ...shares, formatTime(quality.median_ms), formatTime(quality.p95_ms)];
}

function formatCalls(calls: number): string {
  return calls.toLocaleString('en-US');
}

function formatShare(share: number | null): string {
  return share === null ? '–' : `${Number((share * 100).toFixed(2))} %`;
}

function formatTime(ms: number | null): string {
  return ms === null ? '–' : `${ms.toLocaleString('en-US')} ms`;
}
