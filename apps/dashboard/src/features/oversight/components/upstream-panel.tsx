import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Facts } from '../../../components/facts';
import { Panel } from '../../../components/panel';
import { countOf } from '../../../format/counts';

const breakers = {
  closed: { tone: 'good', text: 'asked as usual' },
  'half-open': { tone: 'warn', text: 'tried carefully after failures' },
  open: { tone: 'bad', text: 'not asked for a while, after failures' },
} as const;

const sessionTones = { live: 'good', resting: 'warn', dead: 'bad' } as const;

export function UpstreamPanel({ upstream }: { upstream: View<'UpstreamHealthView'> }) {
  const { tone, text } = breakers[upstream.breaker];
  const live = upstream.sessions.filter(({ state }) => state === 'live').length;
  return (
    <Panel
      title="Does the upstream answer?"
      answer={
        upstream.sessions.length === 0
          ? 'Requests carry no session.'
          : `${live} of ${countOf(upstream.sessions.length, 'session')} can be used.`
      }
    >
      <Facts
        facts={[
          {
            name: 'Breaker',
            value: (
              <>
                <Badge tone={tone}>{upstream.breaker}</Badge> {text}
              </>
            ),
          },
          ...upstream.sessions.map(({ name, state }) => ({
            name,
            value: <Badge tone={sessionTones[state]}>{state}</Badge>,
          })),
        ]}
      />
    </Panel>
  );
}
