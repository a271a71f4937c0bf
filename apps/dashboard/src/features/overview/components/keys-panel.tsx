import type { View } from '../../../api/views';
import { BarList } from '../../../components/bar-list';
import { Panel } from '../../../components/panel';
import { countOf } from '../../../format/counts';
import { percentOf, placesOfSum, roundUsd } from '../../../format/usd';
import { spendAnswer } from '../spend-answer';

/** Spending by key, the dearest first. */
export function KeysPanel({ overview }: { overview: View<'OverviewView'> }) {
  const { by_key: keys, totals } = overview;
  const places = placesOfSum(totals.spend_usd);
  return (
    <Panel title="Which key spends it?" answer={spendAnswer(overview, 'key', 'spend')}>
      <BarList
        label="Spending by key"
        bars={keys.slice(0, 8).map((key) => ({
          id: key.key_id,
          name: key.key_name,
          note: countOf(key.requests, 'request'),
          value: roundUsd(key.spend_usd, places),
          percent: percentOf(key.spend_usd, totals.spend_usd),
        }))}
      />
    </Panel>
  );
}
