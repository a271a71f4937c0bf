import { Box, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, type Grouping, usageQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { useNameOfOperation } from '../../account/operations';
import type { View } from '../../api/client';
import { ChartMenu } from '../../components/chart-menu';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { ZoneSwitch } from '../../components/zone-switch';
import { timeZone } from '../../format/time';
import { DaysChart } from './days-chart';
import { useOverviewSearch } from './overview-queries';
import { slotsOf } from './slots';
import { spendSummary } from './spend-summary';
import { type Measure, stackedDays } from './stacked-days';

const questions: Record<Measure, string> = { spend: 'Where does the money go?', requests: 'What is being requested?' };

const groupings: { value: Grouping; label: string }[] = [
  { value: 'operation', label: 'By operation' },
  { value: 'key', label: 'By key' },
];

export function SpendPanel({ overview }: { overview: View<'OverviewView'> }) {
  timeZone.use();
  const scope = useAccountScope();
  const { search, draw } = useOverviewSearch();
  const { by = 'operation', measure = 'spend' } = search;
  const account = useQuery(accountQuery(scope)).data;
  const slots = slotsOf(overview, account?.created_at, Date.now());
  const usage = useQuery({
    ...usageQuery(scope, { from: overview.from, to: overview.to }, by, slots.interval),
    enabled: account !== undefined,
  });
  return (
    <Panel
      title={questions[measure]}
      description={spendSummary(overview, by, measure, useNameOfOperation())}
      actions={
        <>
          {slots.interval === 'hour' && <ZoneSwitch />}
          <SegmentedControl
            aria-label="Split by"
            value={by}
            onChange={(chosen) => draw({ by: chosen })}
            data={groupings}
          />
          <ChartMenu
            items={[
              measure === 'spend'
                ? { label: 'Show requests', onChoose: () => draw({ measure: 'requests' }) }
                : { label: 'Show spend', onChoose: () => draw({ measure: 'spend' }) },
            ]}
          />
        </>
      }
    >
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
              openedAt={account?.created_at}
            />
          )}
        </QueryView>
      </Box>
    </Panel>
  );
}
