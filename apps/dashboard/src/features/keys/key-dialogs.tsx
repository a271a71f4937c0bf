import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { EditDialog } from '../../components/edit-dialog';
import { formatSpan } from '../../format/time';
import type { Key } from './key-families';
import { KeyFields } from './key-fields';
import { keyChangesOf, keyFormOf } from './key-form';
import { changeKey, setRateLimit, useKeysKey, useRequestRateIncrease, useRotateKey } from './key-mutations';
import { NewKey } from './new-key';
import { RevokeKeyDialog } from './revoke-key-dialog';

export type KeyAction = 'edit' | 'rotate' | 'request-rate' | 'set-rate' | 'revoke';

interface KeyDialogsProps {
  apiKey: Key;
  action: KeyAction | undefined;
  onAct: (action: KeyAction) => void;
  onClose: () => void;
}

/** Rendered beside the list, because a row that disappears would close the dialog that shows the new key. */
function KeyDialogs({ apiKey, action, onAct, onClose }: KeyDialogsProps) {
  const propsOf = (name: KeyAction) => ({ apiKey, opened: action === name, onClose });
  return (
    <>
      <EditKeyDialog {...propsOf('edit')} />
      <RotateKeyDialog {...propsOf('rotate')} />
      <RateRequestDialog {...propsOf('request-rate')} />
      <RateLimitDialog {...propsOf('set-rate')} />
      <RevokeKeyDialog {...propsOf('revoke')} onRotate={() => onAct('rotate')} />
    </>
  );
}

export function useKeyDialogs(): { act: (key: Key, action: KeyAction) => void; dialogs: ReactNode } {
  const [chosen, setChosen] = useState<Key>();
  const [action, setAction] = useState<KeyAction>();
  const act = (key: Key, wanted: KeyAction) => {
    setChosen(key);
    setAction(wanted);
  };
  const dialogs = chosen && (
    <KeyDialogs apiKey={chosen} action={action} onAct={setAction} onClose={() => setAction(undefined)} />
  );
  return { act, dialogs };
}

function EditKeyDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  return (
    <EditDialog
      {...dialog}
      size="lg"
      title={`Edit “${apiKey.name}”`}
      stored={apiKey}
      formOf={keyFormOf}
      changesOf={(values, stored) => keyChangesOf(keyFormOf(stored), values)}
      send={(changes) => changeKey(apiKey.id, changes)}
      queryKey={useKeysKey()}
      saved={({ name }) => `“${name.trim()}” is saved.`}
    >
      {(form) => <KeyFields form={form} />}
    </EditDialog>
  );
}

/** In seconds; the server allows up to seven days. */
const overlaps = [0, 3_600, 86_400, 259_200, 604_800].map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'No time (it leaked)' : formatSpan(seconds),
}));

function RotateKeyDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  const rotateKey = useRotateKey(apiKey.line_id);
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={`Rotate “${apiKey.name}”`}
      label="Replace with overlap"
      initialValues={{ overlap_seconds: '86400' }}
      mutation={rotateKey}
      body={({ overlap_seconds }) => ({ id: apiKey.id, overlap_seconds: Number(overlap_seconds) })}
      resultTitle={() => `New key for “${apiKey.name}”`}
      result={(created, close) => <NewKey created={created} onDone={close} />}
      locked
    >
      {(form) => (
        <>
          <p>The new key inherits the name and limits. The old and the new key count towards the same caps.</p>
          <Group justify="space-between" gap="xs">
            <span>Has it leaked? Then stop it at once: what still uses it fails until it has the new key.</span>
            <Button
              type="submit"
              size="sm"
              color="bad"
              variant="filled"
              onClick={() => form.setFieldValue('overlap_seconds', '0')}
            >
              Replace now
            </Button>
          </Group>
          <NativeSelect
            label="Otherwise, keep the old key working for"
            description="As long as a deployment takes."
            data={overlaps}
            data-autofocus
            {...form.getInputProps('overlap_seconds')}
          />
        </>
      )}
    </FormDialog>
  );
}

function RateRequestDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  const requestIncrease = useRequestRateIncrease(apiKey.id);
  return (
    <FormDialog
      {...dialog}
      title={`Request a higher rate limit for “${apiKey.name}”`}
      label="Send to support"
      initialValues={{ requests_per_second: String(apiKey.rate_limit_per_second * 2), reason: '' }}
      mutation={requestIncrease}
      body={({ requests_per_second, reason }) => ({
        requests_per_second: Number(requests_per_second),
        reason: reason.trim(),
      })}
      done="Support has your request."
    >
      {(form) => (
        <>
          <TextInput
            label="Requests per second"
            description={`The limit is ${apiKey.rate_limit_per_second} now. A key shares it with the keys it was rotated from or into.`}
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('requests_per_second')}
          />
          <Textarea
            label="What do you need it for?"
            placeholder="A nightly import of 40,000 profiles"
            rows={3}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

function RateLimitDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  return (
    <EditDialog
      {...dialog}
      title={`Rate limit of “${apiKey.name}”`}
      stored={apiKey}
      formOf={({ rate_limit_per_second: rate }) => ({ rate_limit_per_second: `${rate}` })}
      changesOf={({ rate_limit_per_second: rate }) => ({ rate_limit_per_second: Number(rate) })}
      send={(changes) => setRateLimit(apiKey.id, changes)}
      queryKey={useKeysKey()}
      saved={({ rate_limit_per_second: rate }) => `The rate limit of “${apiKey.name}” is now ${rate} per second.`}
    >
      {(form) => (
        <TextInput
          label="Requests per second"
          inputMode="numeric"
          data-autofocus
          {...form.getInputProps('rate_limit_per_second')}
        />
      )}
    </EditDialog>
  );
}
