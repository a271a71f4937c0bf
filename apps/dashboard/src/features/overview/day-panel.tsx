import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountQuery, usageQuery } from '../../account/account-queries';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { OperationName, useNameOfOperation } from '../../account/operations';
import type { View } from '../../api/client';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Table } from '../../components/table';
import { changeOf } from '../../format/change';
import { formatDay, formatHour, isToday, timeZone, zoneName } from '../../format/time';
import { placesOfSum, roundUsd } from '../../format/usd';
import { type Difference, differencesOf, type UsageRow, usualDaysOf } from './day-difference';
import { usdOf } from './series-style';

const maxRows = 12;

export function DayPanel({ overview }: { overview: View<'OverviewView'> }) {
  timeZone.use();
  const scope = useAccountScope();
  const day = overview.from;
  const openedAt = useQuery(accountQuery(scope)).data?.created_at;
  const usualDays = usualDaysOf(day, openedAt?.slice(0, 10) ?? day);
  const isUsual = usualDays.length > 0 && !isToday(day);
  const nameOf = useNameOfOperation();
  const hours = useQuery(usageQuery(scope, { from: day, to: day }, 'operation_and_key', 'hour'));
  const earlier = useQuery({
    ...usageQuery(scope, { from: usualDays.at(-1) ?? day, to: usualDays[0] ?? day }, 'operation_and_key', 'day'),
    enabled: isUsual,
  });
  const panelOf = (rows: readonly UsageRow[], earlierRows: readonly UsageRow[]) => {
    const differences = differencesOf(rows, earlierRows, usualDays);
    return (
      <Panel title="Why did it cost that?" description={sentenceOf(day, differences, isUsual, nameOf)} flush>
        {differences.length > 0 && <DifferenceTable day={day} differences={differences} isUsual={isUsual} />}
      </Panel>
    );
  };
  return (
    <QueryView query={hours} loading="Loading the day">
      {(rows) =>
        isUsual ? (
          <QueryView query={earlier} loading="Loading earlier weeks">
            {(earlierRows) => panelOf(rows, earlierRows)}
          </QueryView>
        ) : (
          panelOf(rows, [])
        )
      }
    </QueryView>
  );
}

/** `20 Nov cost $0.42 more than a usual Friday (+28%), most of it Posts (users.posts) by Nightly import, 02:00–05:00 UTC.` */
function sentenceOf(
  day: string,
  differences: readonly Difference[],
  isUsual: boolean,
  nameOf: (operation: string) => string,
): string {
  const sum = (of: (one: Difference) => number) => differences.reduce((total, one) => total + of(one), 0);
  const [spent, usual] = [sum(({ micros }) => micros), sum(({ usualMicros }) => usualMicros)];
  const first = differences[0];
  if (!first || spent === 0) return `Nothing was charged on ${formatDay(day)}.`;
  const isMost = (first.micros - first.usualMicros) * 2 > spent - usual;
  const part = isMost ? 'most of it' : 'the largest part';
  const where = `${part} ${nameOf(first.operation)} by ${first.keyName}, ${hoursOf(day, first)}`;
  if (isToday(day)) return `${formatDay(day)} has cost ${roundUsd(usdOf(spent))} so far, ${where}.`;
  if (!isUsual) return `${formatDay(day)} cost ${roundUsd(usdOf(spent))}, ${where}.`;
  const weekday = new Date(day).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  const percent = changeOf(spent, usual);
  const change = percent ? ` (${percent})` : '';
  const size = roundUsd(usdOf(Math.abs(spent - usual)));
  if (spent === usual) return `${formatDay(day)} cost as much as a usual ${weekday}.`;
  if (spent < usual) return `${formatDay(day)} cost ${size} less than a usual ${weekday}${change}.`;
  return `${formatDay(day)} cost ${size} more than a usual ${weekday}${change}, ${where}.`;
}

const hour = (day: string, of: number): string => formatHour(`${day}T${String(of % 24).padStart(2, '0')}`);
const hoursOf = (day: string, { peak }: Difference): string =>
  `${hour(day, peak.from)}–${hour(day, peak.to + 1)} ${zoneName()}`;

interface DifferenceTableProps {
  day: string;
  differences: readonly Difference[];
  isUsual: boolean;
}

function DifferenceTable({ day, differences, isUsual }: DifferenceTableProps) {
  const requests = requestsLink(useAccountScope());
  const places = placesOfSum(usdOf(Math.max(...differences.map(({ micros }) => micros))));
  const usd = (micros: number) => `${micros < 0 ? '−' : ''}${roundUsd(usdOf(Math.abs(micros)), places)}`;
  return (
    <Table
      label="Operations and keys of the day"
      rows={differences.slice(0, maxRows)}
      idOf={({ operation, keyId }) => `${operation} ${keyId}`}
      columns={[
        {
          title: 'Operation',
          narrow: 'lead',
          cell: ({ operation, keyId }) => (
            <Link {...requests} search={{ operation, keyId, from: day, to: day }} preload={false} className="plain">
              <OperationName id={operation} />
            </Link>
          ),
        },
        { title: 'Key', cell: ({ keyName }) => keyName },
        { title: 'Busiest', cell: (one) => (one.micros > 0 ? hoursOf(day, one) : '') },
        { title: 'Spent', number: true, narrow: 'end', cell: ({ micros }) => usd(micros) },
        ...(isUsual
          ? [
              { title: 'Usually', number: true, cell: ({ usualMicros }: Difference) => usd(usualMicros) },
              {
                title: 'Difference',
                number: true,
                cell: ({ micros, usualMicros }: Difference) =>
                  `${micros > usualMicros ? '+' : ''}${usd(micros - usualMicros)}`,
              },
            ]
          : []),
      ]}
    />
  );
}
