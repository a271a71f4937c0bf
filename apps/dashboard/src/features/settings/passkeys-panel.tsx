import { Badge, Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { View } from '../../api/client';
import { canUsePasskeys } from '../../api/passkeys';
import { ProblemAlert } from '../../components/alert-box';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { EmptyState, Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import { passkeysQuery, useAddPasskey, useRemovePasskey } from './settings-queries';
import { describeUserAgent } from './user-agent';

export function PasskeysPanel() {
  const passkeys = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      id="passkeys"
      title="Passkeys"
      description="You sign in with your fingerprint, face or PIN, without password and code."
      flush
      actions={canUsePasskeys() && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
    >
      <QueryView query={passkeys} loading="Loading the passkeys">
        {(items) =>
          items.length === 0 ? (
            <EmptyState title="No passkey">
              {canUsePasskeys()
                ? 'Phones, computers, password managers and security keys can hold one.'
                : 'Browsers allow passkeys only at an https:// address.'}
            </EmptyState>
          ) : (
            <ul>
              {items.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <AddPasskeyDialog opened={adding} onClose={() => setAdding(false)} />
    </Panel>
  );
}

function PasskeyRow({ passkey }: { passkey: View<'PasskeyView'> }) {
  const { id, name, user_agent, synced, host, created_at, last_used_at } = passkey;
  const remove = useRemovePasskey();
  const onSuccess = () =>
    showToast({
      text: `The passkey “${name}” was removed, and your other sessions have ended. Delete it from your device, too.`,
    });
  return (
    <li className="row">
      <Group justify="space-between" gap="var(--space-2) var(--space-4)" py="sm">
        <div>
          <p className="strong">
            {name} {host !== window.location.hostname && <Badge color="warn">only at {host}</Badge>}
          </p>
          <p className="aside">
            {synced ? 'in a password manager' : 'on one device'}, added with {describeUserAgent(user_agent)}{' '}
            <Moment at={created_at} as="minute" /> · {last_used_at ? 'last used ' : 'never used'}
            {last_used_at && <Moment at={last_used_at} />}
          </p>
        </div>
        <Button
          aria-label={`Remove passkey: ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess })}
        >
          Remove
        </Button>
      </Group>
      {remove.isError && <ProblemAlert error={remove.error} />}
    </li>
  );
}

function AddPasskeyDialog(dialog: DialogControl) {
  const add = useAddPasskey();
  return (
    <FormDialog
      {...dialog}
      title="Add a passkey"
      label="Continue"
      initialValues={{ name: '' }}
      mutation={add}
      body={({ name }) => ({ name: name.trim() })}
      done={({ name }) => ({ text: `The passkey “${name.trim()}” was added. Your other sessions have ended.` })}
    >
      {(form) => (
        <TextInput
          label="Name"
          description="Name it after the device or password manager that keeps it. Your browser then asks where to."
          placeholder="Work laptop"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </FormDialog>
  );
}
