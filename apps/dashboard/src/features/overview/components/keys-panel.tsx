import type { View } from '../../../api/views';
import { BarList } from '../../../components/bar-list';
import { Money } from '../../../components/money';
import { Panel } from '../../../components/panel';
import { countOf } from '../../../format/counts';
import { percentOf } from '../../../format/usd';

/** Spending by key, the dearest first. */
export function KeysPanel({ overview }: { overview: View<'OverviewView'> }) {
  const { by_key: keys, totals } = overview;
  return (
    <Panel title="Which key spends it?" answer={`${countOf(keys.length, 'key')} made requests.`}>
      <BarList
        label="Spending by key"
        bars={keys.slice(0, 8).map((key) => ({
          id: key.key_id,
          name: key.key_name,
          note: countOf(key.requests, 'request'),
          value: <Money usd={key.spend_usd} />,
          percent: percentOf(key.spend_usd, totals.spend_usd),
        }))}
      />
    </Panel>
  );
}
