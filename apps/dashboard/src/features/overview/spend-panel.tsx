import { Box, Group, SegmentedControl, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, type Grouping, usageQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { useNameOfOperation } from '../../account/operations';
import type { View } from '../../api/client';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { TableSwitch } from '../../components/table-switch';
import { DaysChart } from './days-chart';
import { useOverviewSearch, usePeriodBefore } from './overview-queries';
import { slotsOf } from './slots';
import { spendSummary } from './spend-summary';
import { type Measure, stackedDays } from './stacked-days';

const questions: Record<Measure, string> = { spend: 'Where does the money go?', requests: 'What is being requested?' };

const measures: { value: Measure; label: string }[] = [
  { value: 'spend', label: 'Spend' },
  { value: 'requests', label: 'Requests' },
];
const groupings: { value: Grouping; label: string }[] = [
  { value: 'operation', label: 'By operation' },
  { value: 'key', label: 'By key' },
];

export function SpendPanel({ overview }: { overview: View<'OverviewView'> }) {
  const scope = useAccountScope();
  const { search, draw } = useOverviewSearch();
  const { by = 'operation', measure = 'spend' } = search;
  const account = useQuery(accountQuery(scope)).data;
  const slots = slotsOf(overview, account?.created_at, Date.now());
  const usage = useQuery({
    ...usageQuery(scope, { from: overview.from, to: overview.to }, by, slots.interval),
    enabled: account !== undefined,
  });
  const before = usePeriodBefore(overview);
  const earlier = useQuery({
    ...usageQuery(scope, before ?? overview, by, slots.interval),
    enabled: before !== undefined && search.before === true,
    staleTime: 600_000,
  });
  return (
    <Panel
      title={questions[measure]}
      description={spendSummary(overview, by, measure, useNameOfOperation())}
      actions={
        <>
          <SegmentedControl
            aria-label="Measure"
            value={measure}
            onChange={(chosen) => draw({ measure: chosen })}
            data={measures}
          />
          <SegmentedControl
            aria-label="Split by"
            value={by}
            onChange={(chosen) => draw({ by: chosen })}
            data={groupings}
          />
        </>
      }
    >
      <Group justify="end" gap="var(--space-2) var(--space-6)" mb="sm">
        {before && (
          <Switch
            size="xs"
            label="Compare with the previous period"
            checked={search.before === true}
            onChange={(event) => draw({ before: event.currentTarget.checked })}
          />
        )}
        <TableSwitch />
      </Group>
      {/* Reserves the chart's height, so nothing shifts when it arrives. */}
      <Box mih="20rem">
        <QueryView query={usage} loading="Loading the chart">
          {(rows) => (
            <DaysChart
              slots={slots}
              series={stackedDays(rows, slots.starts, by, measure)}
              measure={measure}
              by={by}
              overview={overview}
              earlier={search.before && before && earlier.data && { ...before, rows: earlier.data }}
            />
          )}
        </QueryView>
      </Box>
    </Panel>
  );
}
