import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type Connection, connection } from '../../api/connection';
import classes from './shell.module.css';

const sentences: Record<Exclude<Connection, 'up'>, string> = {
  offline:
    'You are offline. This page shows what it had already loaded, and resumes as soon as your connection is back.',
  unreachable: 'Loupe is not responding: it may be restarting. This page resumes as soon as it does.',
};

/** Says that what is shown may be old, and brings it up to date when Loupe is back. */
export function ConnectionBar() {
  const state = useSyncExternalStore(connection.subscribe, connection.current);
  const queries = useQueryClient();
  const wasUp = useRef(true);
  useEffect(() => {
    if (state === 'up' && !wasUp.current) void queries.invalidateQueries();
    wasUp.current = state === 'up';
  }, [state, queries]);
  return (
    <p role="status" className={classes.connection} data-shown={state !== 'up' || undefined}>
      {state !== 'up' && sentences[state]}
    </p>
  );
}
