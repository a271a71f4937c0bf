import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemAlert } from '../../components/alert-box';
import { FormDialog } from '../../components/dialog';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Moment } from '../../components/values';
import { providerLinkQuery, useLinkProvider, useUnlinkProvider } from './settings-queries';

/** Links the signed-in user to a person of the OpenID provider. */
export function ProviderPanel({ provider }: { provider: string }) {
  const state = useQuery(providerLinkQuery);
  const link = useLinkProvider();
  const unlink = useUnlinkProvider();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Panel id="provider" title={`Sign in with ${provider}`} description={`${provider} can sign you in to Loupe.`}>
      {link.isError && <ProblemAlert error={link.error} />}
      <QueryView query={state} loading="Loading the link">
        {({ linked_at, last_used_at }) => (
          <Group justify="space-between" gap="sm">
            {linked_at === null ? (
              <p>
                <Badge color="gray">not linked</Badge>
              </p>
            ) : (
              <p>
                <Badge color="good">linked</Badge> since <Moment at={linked_at} as="minute" />
                {last_used_at !== null && (
                  <>
                    , last used <Moment at={last_used_at} />
                  </>
                )}
              </p>
            )}
            {linked_at === null ? (
              <Button loading={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
                Link
              </Button>
            ) : (
              <Button onClick={() => setIsAsking(true)}>Unlink</Button>
            )}
          </Group>
        )}
      </QueryView>
      <FormDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Unlink ${provider}?`}
        label="Unlink"
        danger
        mutation={unlink}
        done={`${provider} no longer signs you in.`}
      >
        <p>All your other sessions end.</p>
      </FormDialog>
    </Panel>
  );
}
