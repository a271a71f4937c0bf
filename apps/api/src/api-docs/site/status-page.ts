import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measuredOperations, type PublishedFigures, type Quality } from '../../core/usage/quality.repository';
import { markdownTable } from './page';

const periods = ['last_hour', 'last_24_hours', 'last_30_days'] as const;
const columns = [
  ...['Operation', 'Last hour', 'Last 24 hours', 'Last 30 days'],
  ...['Failed upstream', 'Failed in Loupe', 'Median', '95th percentile'],
];

export const statusSummary = 'How well each operation has worked, from this installation’s own log.';

const whatIsCounted = readFileSync(join(__dirname, 'status.md'), 'utf8');

export function statusMarkdown({ time, service, operations }: PublishedFigures): string {
  const known = measuredOperations.filter((name) =>
    periods.some((period) => (operations[name]?.[period]?.calls ?? null) !== null),
  );
  const row = (name: string, figures = service) => [
    name,
    ...periods.map((period) => answeredOf(figures[period])),
    ...cellsOf(figures.last_30_days).slice(2),
  ];
  const rows = known.map((name) => row(`[${name}](/docs/reference/${name})`, operations[name]));
  return [
    `# Status\n\n${statusSummary} Programs get JSON from the same address, free and without a key.`,
    time ? `As of ${time}.` : 'Nothing has been computed yet.',
    '## Operations',
    'For each period: the share of the calls that were answered. Failures and times are those of the last 30 days.',
    markdownTable(columns, [row('All operations'), ...rows]),
    ...unknownLine(known.length),
    whatIsCounted,
  ].join('\n\n');
}

function unknownLine(known: number): string[] {
  const unknown = measuredOperations.length - known;
  if (unknown === 0) return [];
  const which =
    known === 0 ? `All ${unknown} operations` : unknown === 1 ? 'The other operation' : `The other ${unknown}`;
  return [`${which} ${unknown === 1 ? 'has' : 'have'} had too little traffic to tell.`];
}

const stripDays = 90;
const dayMs = 86_400_000;
const goodShare = 0.99;
const fairShare = 0.95;

/** One bar for each of the last 90 days; a day with too few calls is empty. */
export function daysHtml({ time, days }: PublishedFigures): string {
  if (time === null) return '';
  const known = new Map(days.map((day) => [day.date, day]));
  const bars = Array.from({ length: stripDays }, (_, index) => {
    const date = new Date(Date.parse(time) - (stripDays - 1 - index) * dayMs).toISOString().slice(0, 10);
    const day = known.get(date);
    if (!day) return `<i title="${date}: too few calls"></i>`;
    const tone = day.answered >= goodShare ? 'good' : day.answered >= fairShare ? 'fair' : 'poor';
    return `<i class="${tone}" title="${date}: ${formatShare(day.answered)} of ${day.calls.toLocaleString('en-US')} calls answered"></i>`;
  });
  const worse = days.filter(({ answered }) => answered < goodShare);
  const listed = worse.slice(0, 10).map(({ date, answered }) => `${date} ${formatShare(answered)}`);
  const label = `Answered calls per UTC day: ${days.length} of ${stripDays} days had enough calls, ${worse.length} of them below 99%${listed.length > 0 ? `: ${listed.join(', ')}` : ''}.`;
  return `<figure class="days"><div role="img" aria-label="${label}">${bars.join('')}</div>
<figcaption><span>90 days ago</span><span>answered: <i class="good"></i> 99% or more <i class="fair"></i> 95% or more <i class="poor"></i> less <i></i> too few calls</span><span>today</span></figcaption></figure>`;
}

export function qualityLine(name: string, { operations }: PublishedFigures): string | undefined {
  const quality = operations[name]?.last_30_days;
  if (!quality) return undefined;
  const [calls, answered, upstream, loupe, median, p95] = cellsOf(quality);
  const summary = `${calls} calls, ${answered} answered, ${upstream} failed upstream, ${loupe} failed in Loupe; median ${median}, 95th percentile ${p95}`;
  return `Last 30 days: ${quality.calls === null ? tooLittle : summary}. [Status](/status)`;
}

const tooLittle = 'too little traffic to tell';

const answeredOf = (quality: Quality | undefined): string =>
  quality?.calls == null ? '–' : `${formatShare(quality.answered)} of ${quality.calls.toLocaleString('en-US')}`;

function cellsOf(quality: Quality | undefined): string[] {
  if (!quality || quality.calls === null) return [tooLittle, '–', '–', '–', '–', '–'];
  const shares = [quality.answered, quality.failed_upstream, quality.failed_in_loupe].map(formatShare);
  const times = [quality.median_ms, quality.p95_ms].map((ms) =>
    ms === null ? '–' : `${ms.toLocaleString('en-US')} ms`,
  );
  return [quality.calls.toLocaleString('en-US'), ...shares, ...times];
}

function formatShare(share: number | null): string {
  return share === null ? '–' : `${Number((share * 100).toFixed(2))}%`;
}
