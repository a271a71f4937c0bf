import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, client } from '../../../api/client';
import { Icon } from '../../../components/icon';
import { Money } from '../../../components/money';
import { formatDuration } from '../../../format/counts';
import classes from './first-use.module.css';

const pollMs = 2_000;

/** Looks out for the first request of a new key and says how it went. */
export function FirstUse({ keyId }: { keyId: string }) {
  const { data: request } = useQuery({
    queryKey: ['first-use', keyId],
    queryFn: async () => {
      const query = { key_id: keyId, limit: 1 };
      const { items } = await answerOf(client.GET('/dashboard/api/requests', { params: { query } }));
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  });
  return (
    <p className={classes.use} role="status" data-arrived={request ? true : undefined}>
      {request ? (
        <>
          <Icon name="check" />
          <span>
            First request received: <code>{request.operation}</code> answered {request.status} in{' '}
            {formatDuration(request.duration_ms)} for <Money usd={request.cost_usd} />.{' '}
            <Link to="/requests/$requestId" params={{ requestId: request.request_id }}>
              See it
            </Link>
          </span>
        </>
      ) : (
        <>
          <span className={classes.dot} aria-hidden="true" />
          Waiting for its first request …
        </>
      )}
    </p>
  );
}
