import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { accountQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { type Grouping, usageQuery } from '../../account/usage-queries';
import type { View } from '../../api/views';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Segments } from '../../components/segments';
import { slotsOf } from './slots';
import { spendSummary } from './spend-summary';
import { type Measure, stackedDays } from './stacked-days';

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
  const [by, setBy] = useState<Grouping>('operation');
  const [measure, setMeasure] = useState<Measure>('spend');
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
  return (
    <Panel
      title={questions[measure]}
      description={spendSummary(overview, by, measure)}
      actions={
        <>
          <Segments label="Measure" value={measure} onChange={setMeasure} choices={measures} />
          <Segments label="Split by" value={by} onChange={setBy} choices={groupings} />
        </>
      }
    >
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
            />
          )}
        </QueryView>
      </Box>
    </Panel>
  );
}

/** False until the page has been painted: for what comes below it and must not delay it. */
function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
