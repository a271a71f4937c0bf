import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProblemAlert } from '../../components/alert-box';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import { sessionsQuery, useEndSession } from './settings-queries';
import { describeUserAgent } from './user-agent';

export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const end = useEndSession();
  const endSession = (id: string) => {
    const text = id === 'others' ? 'All your other sessions have ended.' : 'The session has ended.';
    end.mutate(id, { onSuccess: () => showToast({ text }) });
  };
  const others = (sessions.data?.length ?? 0) > 1;
  return (
    <Panel
      id="sessions"
      title="Sessions"
      description="This is where you are signed in. If you do not recognise a session, end it and change your password."
      flush
      actions={
        others && (
          <Button loading={end.isPending} onClick={() => endSession('others')}>
            End all others
          </Button>
        )
      }
    >
      {end.isError && <ProblemAlert error={end.error} />}
      <QueryView query={sessions} loading="Loading the sessions">
        {(items) => (
          <ul>
            {items.map(({ id, current, address, user_agent, created_at, last_seen_at }) => (
              <Group
                key={id}
                component="li"
                className="row"
                justify="space-between"
                gap="var(--space-2) var(--space-4)"
                py="sm"
              >
                <div>
                  <p className="strong">
                    {describeUserAgent(user_agent)} {current && <Badge color="accent">this session</Badge>}
                  </p>
                  <p className="aside">
                    {address} · last seen <Moment at={last_seen_at} /> · signed in{' '}
                    <Moment at={created_at} as="minute" />
                  </p>
                </div>
                {!current && (
                  <Button
                    aria-label={`End session: ${describeUserAgent(user_agent)}, ${address}`}
                    disabled={end.isPending}
                    onClick={() => endSession(id)}
                  >
                    End
                  </Button>
                )}
              </Group>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}
