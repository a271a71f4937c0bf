import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Moment } from '../../../components/moment';
import { Panel } from '../../../components/panel';
import { countOf } from '../../../format/counts';

/** The last proof that every balance equals the sum of its entries. */
export function ReconcilePanel({ reconcile }: { reconcile: View<'ReconcileView'> | null }) {
  return (
    <Panel title="Does every balance add up?" answer="Every balance is recomputed from its ledger entries.">
      {reconcile === null ? (
        <p>It has not been checked yet. The operator runs it with the reconcile command.</p>
      ) : (
        <p>
          <Badge tone={reconcile.differences === 0 ? 'good' : 'bad'}>
            {countOf(reconcile.differences, 'difference')}
          </Badge>{' '}
          <Moment at={reconcile.time} />
        </p>
      )}
    </Panel>
  );
}
