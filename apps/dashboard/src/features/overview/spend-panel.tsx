import { Box, Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { accountQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { useNameOfOperation } from '../../account/operation-name';
import { usageQuery } from '../../account/usage-queries';
import type { View } from '../../api/views';
import { useAfterPaint } from '../../components/after-paint';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Segments } from '../../components/segments';
import { TableSwitch } from '../../components/table-switch';
import { usePeriodBefore } from './overview-queries';
import { slotsOf } from './slots';
import { spendSummary } from './spend-summary';
import { type Measure, stackedDays } from './stacked-days';
import { useOverviewSearch } from './use-overview-search';

const loadChart = () => import('./days-chart');
const DaysChart = lazy(async () => ({ default: (await loadChart()).DaysChart }));

const questions: Record<Measure, string> = {
  spend: 'Where does the money go?',
  requests: 'What is being requested?',
};

const measures = [
  ['spend', 'Spend'],
  ['requests', 'Requests'],
] as const;
const groupings = [
  ['operation', 'By operation'],
  ['key', 'By key'],
] as const;

export function SpendPanel({ overview }: { overview: View<'OverviewView'> }) {
  const scope = useAccountScope();
  const { search, draw } = useOverviewSearch();
  const { by = 'operation', measure = 'spend' } = search;
  // The figures come first; then the chart's code and its data, side by side.
  const painted = useAfterPaint();
  useEffect(() => {
    if (painted) void loadChart();
  }, [painted]);
  const account = useQuery(accountQuery(scope)).data;
  const slots = slotsOf(overview, account?.created_at, Date.now());
  const usage = useQuery({
    ...usageQuery(scope, { from: overview.from, to: overview.to }, by, slots.interval),
    enabled: painted && account !== undefined,
  });
  const before = usePeriodBefore(overview);
  const earlier = useQuery({
    ...usageQuery(scope, before ?? overview, by, slots.interval),
    enabled: painted && before !== undefined && search.before === true,
    staleTime: 600_000,
  });
  return (
    <Panel
      title={questions[measure]}
      description={spendSummary(overview, by, measure, useNameOfOperation())}
      actions={
        <>
          <Segments
            label="Measure"
            value={measure}
            onChange={(chosen) => draw({ measure: chosen })}
            choices={measures}
          />
          <Segments label="Split by" value={by} onChange={(chosen) => draw({ by: chosen })} choices={groupings} />
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
      {/* As high as the chart will be, so that nothing moves when it comes. */}
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
