import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { keysQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import type { View } from '../../api/views';
import { LazyMount } from '../../components/dialog';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { countOf } from '../../format/counts';
import type { KeyAction } from './key-dialogs';
import { KeyRow } from './key-row';
import classes from './keys.module.css';

const KeyDialogs = lazy(async () => ({ default: (await import('./key-dialogs')).KeyDialogs }));

type Key = View<'KeyView'>;

export function KeysView({ onCreate }: { onCreate?: () => void }) {
  const keys = useQuery({ ...keysQuery(useAccountScope()), refetchInterval: 30_000 });
  const [chosen, setChosen] = useState<Key>();
  const [action, setAction] = useState<KeyAction>();
  const rowOf = (key: Key) => (
    <KeyRow
      key={key.id}
      apiKey={key}
      onAct={(name) => {
        setChosen(key);
        setAction(name);
      }}
    />
  );
  return (
    <>
      <QueryView query={keys} loading="Loading the keys">
        {(items) => {
          const active = items.filter(({ state }) => state === 'active');
          const past = items.filter(({ state }) => state !== 'active');
          return (
            <>
              <Panel title={active.length === 0 ? 'No active keys' : countOf(active.length, 'active key')} flush>
                {active.length === 0 ? <NoKey {...(onCreate && { onCreate })} /> : <ul>{active.map(rowOf)}</ul>}
              </Panel>
              {past.length > 0 && (
                <details className="surface soft">
                  <summary className={classes.pastKeys}>{countOf(past.length, 'revoked or expired key')}</summary>
                  <ul>{past.map(rowOf)}</ul>
                </details>
              )}
            </>
          );
        }}
      </QueryView>
      {chosen && (
        <LazyMount when>
          <KeyDialogs apiKey={chosen} action={action} onClose={() => setAction(undefined)} />
        </LazyMount>
      )}
    </>
  );
}

function NoKey({ onCreate }: { onCreate?: () => void }) {
  return (
    <EmptyState
      title="No key works at the moment"
      action={onCreate && <Button onClick={onCreate}>Create a key</Button>}
    >
      {onCreate ? 'Create one to start calling the API.' : 'Owners and developers of the account create keys.'}
    </EmptyState>
  );
}
