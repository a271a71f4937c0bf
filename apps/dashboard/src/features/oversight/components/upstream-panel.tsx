import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Facts } from '../../../components/facts';
import { Panel } from '../../../components/panel';

const breakers = {
  closed: { tone: 'good', text: 'asked as usual' },
  half_open: { tone: 'warn', text: 'tried carefully after failures' },
  open: { tone: 'bad', text: 'not asked for a while, after failures' },
} as const;

export function UpstreamPanel({ upstream }: { upstream: View<'UpstreamHealthView'> }) {
  const { tone, text } = breakers[upstream.breaker];
  const healthy = upstream.healthy_sessions === upstream.sessions;
  return (
    <Panel title="Does the upstream answer?" answer="A session that it refuses rests for a minute.">
      <Facts
        facts={[
          {
            name: 'Breaker',
            value: (
              <>
                <Badge tone={tone}>{upstream.breaker.replace('_', ' ')}</Badge> {text}
              </>
            ),
          },
          {
            name: 'Sessions',
            value:
              upstream.sessions === 0 ? (
                'none: requests carry no session'
              ) : (
                <Badge tone={healthy ? 'good' : 'warn'}>
                  {upstream.healthy_sessions} of {upstream.sessions} can be used
                </Badge>
              ),
          },
        ]}
      />
    </Panel>
  );
}
