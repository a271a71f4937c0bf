import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useAccountScope } from '../../../account/account-scope';
import type { View } from '../../../api/views';
import { Panel } from '../../../components/panel';
import { QueryView } from '../../../components/query-view';
import { Waiting } from '../../../components/waiting';
import { type Grouping, usageQuery } from '../overview-queries';
import { spendAnswer } from '../spend-answer';
import { type Measure, stackedDays } from '../stacked-days';
import classes from './spend-panel.module.css';

// Begun now: the chart's code and its figures arrive side by side.
const chart = import('./days-chart');
const DaysChart = lazy(async () => ({ default: (await chart).DaysChart }));

const questions: Record<Measure, string> = {
  spend: 'Where does the money go?',
  requests: 'What is requested?',
};

/** Spending or requests per day, split by operation or key. */
export function SpendPanel({ overview }: { overview: View<'OverviewView'> }) {
  const scope = useAccountScope();
  const [by, setBy] = useState<Grouping>('operation');
  const [measure, setMeasure] = useState<Measure>('spend');
  const days = overview.by_day.map(({ day }) => day);
  const usage = useQuery({
    ...usageQuery(scope, { from: overview.from, to: overview.to, groupBy: by }),
    placeholderData: (previous, query) => (query?.queryKey.at(-1) === by ? previous : undefined),
  });
  return (
    <Panel
      title={questions[measure]}
      answer={spendAnswer(overview, by, measure)}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Measure"
            value={measure}
            onChange={setMeasure}
            data={[
              { value: 'spend', label: 'Spend' },
              { value: 'requests', label: 'Requests' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Split by"
            value={by}
            onChange={setBy}
            data={[
              { value: 'operation', label: 'By operation' },
              { value: 'key', label: 'By key' },
            ]}
          />
        </>
      }
    >
      <div className={classes.chart}>
        <QueryView query={usage} loading="Loading the chart">
          {(rows) => (
            <Suspense fallback={<Waiting label="Loading the chart" />}>
              <DaysChart days={days} series={stackedDays(rows, days, by, measure)} measure={measure} />
            </Suspense>
          )}
        </QueryView>
      </div>
    </Panel>
  );
}
