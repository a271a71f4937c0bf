import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import classes from './rate-request-state.module.css';

/** How the last request for a higher rate stands, with support's word on it. */
export function RateRequestState({ apiKey }: { apiKey: View<'KeyView'> }) {
  const request = apiKey.rate_request;
  if (request === null || apiKey.state !== 'active') return null;
  if (request.state === 'open')
    return (
      <p className={classes.state}>
        <Badge tone="accent">{request.requests_per_second}/s asked for</Badge>
      </p>
    );
  return (
    <p className={classes.state}>
      {request.state === 'granted' ? (
        <Badge tone="good">{request.granted_per_second ?? request.requests_per_second}/s granted</Badge>
      ) : (
        <Badge tone="warn">{request.requests_per_second}/s declined</Badge>
      )}
      {request.note && <span className={classes.note}>“{request.note}”</span>}
    </p>
  );
}
