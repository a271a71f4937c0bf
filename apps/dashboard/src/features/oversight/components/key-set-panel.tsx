import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Facts } from '../../../components/facts';
import { Panel } from '../../../components/panel';
import { countOf, formatCount } from '../../../format/counts';

/** Past this age, in seconds, a revocation would be noticed late. */
const oldAge = 15;

/** How fresh the process's picture of the keys is: past thirty seconds it refuses requests rather than guess. */
export function KeySetPanel({ keySet }: { keySet: View<'KeySetView'> }) {
  return (
    <Panel title="Are revoked keys refused?" answer="Keys are checked against a set in memory that is kept current.">
      <Facts
        facts={[
          { name: 'Keys', value: formatCount(keySet.keys) },
          {
            name: 'Current',
            value: (
              <Badge tone={keySet.age_seconds < oldAge ? 'good' : 'bad'}>
                {countOf(Math.round(keySet.age_seconds), 'second')} ago
              </Badge>
            ),
          },
        ]}
      />
    </Panel>
  );
}
