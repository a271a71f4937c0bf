import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../api/client';
import { ProblemNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Badge, Moment } from '../../components/values';
import classes from './settings.module.css';
import { sessionsQuery } from './settings-queries';
import { describeUserAgent } from './user-agent';

/** Where one is signed in, and how to end it. */
export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (id: string | 'others') =>
      answerOf<unknown>(
        id === 'others'
          ? client.DELETE('/dashboard/api/sessions')
          : client.DELETE('/dashboard/api/sessions/{id}', { params: { path: { id } } }),
      ),
    onSettled: () => sessions.refetch(),
  });
  const others = (sessions.data?.length ?? 0) > 1;
  return (
    <Panel
      title="Sessions"
      answer="Where you are signed in. End what you do not recognise, then change the password."
      flush
      actions={
        others && (
          <Button variant="default" size="xs" loading={end.isPending} onClick={() => end.mutate('others')}>
            End all others
          </Button>
        )
      }
    >
      {end.isError && <ProblemNotice error={end.error} />}
      <QueryView query={sessions} loading="Loading the sessions">
        {(items) => (
          <ul>
            {items.map(({ id, current, address, user_agent, created_at, last_seen_at }) => (
              <li key={id} className={classes.session}>
                <div>
                  <p className={classes.sessionName}>
                    {describeUserAgent(user_agent)} {current && <Badge tone="accent">this one</Badge>}
                  </p>
                  <p className={classes.aside}>
                    {address} · seen <Moment at={last_seen_at} /> · signed in <Moment at={created_at} as="minute" />
                  </p>
                </div>
                {!current && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`End the session of ${describeUserAgent(user_agent)}, ${address}`}
                    disabled={end.isPending}
                    onClick={() => end.mutate(id)}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}
