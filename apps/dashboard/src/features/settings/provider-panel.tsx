import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { providerAddress, useSession } from '../../api/session';
import { ProblemAlert } from '../../components/alert-box';
import { FormDialog } from '../../components/dialog';
import { Panel } from '../../components/panel';
import { useLinkProvider, useUnlinkProvider } from './settings-queries';

interface ProviderPanelProps {
  provider: string;
  /** Whom the provider has just authenticated, to be linked. */
  waiting: string | null;
}

/** Links the signed-in user to a person of the OpenID provider. */
export function ProviderPanel({ provider, waiting }: ProviderPanelProps) {
  const isLinked = useSession().proofs.includes('provider');
  const link = useLinkProvider();
  const unlink = useUnlinkProvider();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Panel id="provider" title={`Sign in with ${provider}`} description={`${provider} can sign you in to Loupe.`}>
      {link.isError && <ProblemAlert error={link.error} />}
      <Group justify="space-between" gap="sm">
        {!isLinked && waiting !== null ? (
          <p>
            {provider} knows you as <strong>{waiting}</strong>. Whoever signs in there as this person will be you here.
          </p>
        ) : (
          <Badge color={isLinked ? 'good' : 'gray'}>{isLinked ? 'linked' : 'not linked'}</Badge>
        )}
        {isLinked && <Button onClick={() => setIsAsking(true)}>Unlink</Button>}
        {!isLinked && waiting !== null && (
          <Button variant="filled" loading={link.isPending} onClick={() => link.mutate()}>
            Link this person
          </Button>
        )}
        {!isLinked && waiting === null && (
          <Button component="a" href={providerAddress({ to: '/dashboard/you', link: 'true' })}>
            Link
          </Button>
        )}
      </Group>
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
