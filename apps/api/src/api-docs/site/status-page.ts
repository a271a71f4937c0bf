import { measuredOperations, type PublishedFigures, type Quality } from '../../core/usage/quality.repository';
import { markdownTable } from './page';

const titles = { last_hour: 'Last hour', last_24_hours: 'Last 24 hours', last_30_days: 'Last 30 days' };
const columns = ['Operation', 'Calls', 'Answered', 'Failed upstream', 'Failed in Loupe', 'Median', '95th percentile'];

export const statusSummary = 'How well each operation has worked, from this installation’s own log.';

export function statusMarkdown({ time, service, operations, days }: PublishedFigures): string {
  const tables = Object.entries(titles).map(([period, title]) => {
    const row = (name: string, figures = service) => [name, ...cellsOf(figures[period as keyof typeof titles])];
    const rows = measuredOperations.map((name) => row(`[${name}](/docs/reference/${name})`, operations[name] ?? {}));
    return `## ${title}\n\n${markdownTable(columns, [row('All operations'), ...rows])}`;
  });
  const dayRows = days.map(({ date, calls, answered }) => [date, calls.toLocaleString('en-US'), formatShare(answered)]);
  return [
    `# Status\n\n${statusSummary} [What is counted](/docs/status) · JSON for a request with \`Accept: application/json\``,
    time ? `As of ${time}.` : 'Nothing has been computed yet.',
    ...tables,
    `## Last 90 days\n\n${days.length > 0 ? markdownTable(['Day (UTC)', 'Calls', 'Answered'], dayRows) : 'There is too little traffic to tell.'}`,
  ].join('\n\n');
}

export function qualityLine(name: string, { operations }: PublishedFigures): string | undefined {
  const quality = operations[name]?.last_30_days;
  if (!quality) return undefined;
  const [calls, answered, upstream, loupe, median, p95] = cellsOf(quality);
  const summary = `${calls} calls, ${answered} answered, ${upstream} failed upstream, ${loupe} failed in Loupe; median ${median}, 95th percentile ${p95}`;
  return `Last 30 days: ${quality.calls === null ? tooLittle : summary}. [Status](/status)`;
}

const tooLittle = 'too little traffic to tell';

function cellsOf(quality: Quality | undefined): string[] {
  if (!quality || quality.calls === null) return [tooLittle, '–', '–', '–', '–', '–'];
  const shares = [quality.answered, quality.failed_upstream, quality.failed_in_loupe].map(formatShare);
  const times = [quality.median_ms, quality.p95_ms].map((ms) =>
    ms === null ? '–' : `${ms.toLocaleString('en-US')} ms`,
  );
  return [quality.calls.toLocaleString('en-US'), ...shares, ...times];
}

function formatShare(share: number | null): string {
  return share === null ? '–' : `${Number((share * 100).toFixed(2))} %`;
}
