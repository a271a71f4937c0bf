import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountScope } from '../../account/account-scope';
import { rememberKey } from '../../account/known-keys';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice } from '../../components/notice';
import { Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import { formatSpan } from '../../format/time';
import { KeyFields } from './key-fields';
import { keyChangesOf, keyFormOf } from './key-form';
import { askForRate, changeKey, refreshKeys, revokeKey, rotateKey, setKeyRate } from './key-mutations';
import { NewKey } from './new-key';

interface KeyDialogsProps {
  apiKey: View<'KeyView'>;
  action: KeyAction | undefined;
  onClose: () => void;
}

/** Beside the list, not in its rows: a row that leaves the list must not take a dialog with it that shows a new key. */
export function KeyDialogs({ apiKey, action, onClose }: KeyDialogsProps) {
  const propsOf = (name: KeyAction) => ({ apiKey, opened: action === name, onClose });
  return (
    <>
      <EditKeyDialog {...propsOf('edit')} />
      <RotateKeyDialog {...propsOf('rotate')} />
      <RateRequestDialog {...propsOf('ask')} />
      <KeyRateDialog {...propsOf('rate')} />
      <RevokeKeyDialog {...propsOf('revoke')} />
    </>
  );
}

export type KeyAction = 'edit' | 'rotate' | 'ask' | 'rate' | 'revoke';

/** What every dialog about a key is given. */
interface KeyDialogProps {
  apiKey: View<'KeyView'>;
  opened: boolean;
  onClose: () => void;
}

/** The same for the form inside, which lives only while the dialog is open and so starts afresh each time. */
interface KeyFormProps {
  apiKey: View<'KeyView'>;
  onDone: () => void;
}

function EditKeyDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Edit ${apiKey.name}`}>
      <EditForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function EditForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const before = keyFormOf(apiKey);
  const form = useForm({ initialValues: before });
  const submit = useSubmit(form, async (values) => {
    const changes = keyChangesOf(before, values);
    if (Object.keys(changes).length > 0) await changeKey(apiKey.id, changes);
    onDone();
    await refreshKeys(queryClient, scope);
  });
  return (
    <SubmitForm submit={submit} label="Save" onCancel={onDone}>
      <KeyFields form={form} />
    </SubmitForm>
  );
}

function RotateKeyDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  const [created, setCreated] = useState<View<'NewKeyView'>>();
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const close = () => {
    onClose();
    setCreated(undefined);
    if (created) void refreshKeys(queryClient, scope);
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="lg"
      title={created ? `The new key of ${apiKey.name}` : `Rotate ${apiKey.name}`}
      locked={created !== undefined}
    >
      {created ? (
        <NewKey created={created} onDone={close} />
      ) : (
        <RotateForm keyId={apiKey.id} onCreated={setCreated} onCancel={close} />
      )}
    </Dialog>
  );
}

interface RotateFormProps {
  keyId: string;
  onCreated: (key: View<'NewKeyView'>) => void;
  onCancel: () => void;
}

function RotateForm({ keyId, onCreated, onCancel }: RotateFormProps) {
  const form = useForm({ initialValues: { overlap_seconds: usualOverlap } });
  const submit = useSubmit(form, async ({ overlap_seconds }) => {
    const created = await rotateKey(keyId, Number(overlap_seconds));
    rememberKey(created.id, created.key);
    onCreated(created);
  });
  return (
    <SubmitForm submit={submit} label="Make the new key" onCancel={onCancel}>
      <p>A new key with the same name and limits takes over; caps count both together.</p>
      <NativeSelect
        label="The old key"
        description="Choose at once if it has leaked; otherwise as long as a deployment takes."
        data={overlaps}
        data-autofocus
        {...form.getInputProps('overlap_seconds')}
      />
    </SubmitForm>
  );
}

/** How long a rotated key may still work, in seconds; the server allows up to seven days. */
const seconds = [0, 3_600, 86_400, 259_200, 604_800] as const;

const overlaps = seconds.map((overlap) => ({
  value: String(overlap),
  label: overlap === 0 ? 'Stops at once' : `Works for another ${formatSpan(overlap).replace(/^1 /, '')}`,
}));

const usualOverlap = '86400';

/** Asks support for a higher rate; the answer appears beside the key. */
function RateRequestDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`A higher rate for ${apiKey.name}`}>
      <AskForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function AskForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const form = useForm({
    initialValues: { requests_per_second: String(apiKey.rate_limit_per_second * 2), reason: '' },
  });
  const submit = useSubmit(form, async ({ requests_per_second, reason }) => {
    await askForRate(apiKey.id, { requests_per_second: Number(requests_per_second), reason: reason.trim() });
    onDone();
    await refreshKeys(queryClient, scope);
  });
  return (
    <SubmitForm submit={submit} label="Send to support" onCancel={onDone}>
      <TextInput
        label="Requests a second"
        description={`It has ${apiKey.rate_limit_per_second} now. The limit is per key: several keys have more together.`}
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('requests_per_second')}
      />
      <Textarea
        label="What it is for"
        placeholder="A nightly import of 40,000 profiles"
        rows={3}
        {...form.getInputProps('reason')}
      />
    </SubmitForm>
  );
}

/** Support only. */
function KeyRateDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Rate of ${apiKey.name}`}>
      <RateForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function RateForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const form = useForm({ initialValues: { rate_limit_per_second: String(apiKey.rate_limit_per_second) } });
  const submit = useSubmit(form, async ({ rate_limit_per_second }) => {
    await setKeyRate(apiKey.id, Number(rate_limit_per_second));
    onDone();
    await refreshKeys(queryClient, scope);
  });
  return (
    <SubmitForm submit={submit} label="Save" onCancel={onDone}>
      <TextInput
        label="Requests a second"
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('rate_limit_per_second')}
      />
    </SubmitForm>
  );
}

/** The second click: says what would break, and does it. No name to type, because a leaked key costs by the second. */
function RevokeKeyDialog({ apiKey, opened, onClose }: KeyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Revoke ${apiKey.name}?`}>
      <RevokeForm apiKey={apiKey} onDone={onClose} />
    </Dialog>
  );
}

function RevokeForm({ apiKey, onDone }: KeyFormProps) {
  const queryClient = useQueryClient();
  const scope = useAccountScope();
  const submit = useSubmit(useForm({ initialValues: {} }), async () => {
    await revokeKey(apiKey.id);
    await refreshKeys(queryClient, scope);
    onDone();
  });
  const calls = apiKey.requests_last_24_hours;
  return (
    <SubmitForm submit={submit} label="Revoke the key" danger onCancel={onDone}>
      <Notice
        tone={calls > 0 ? 'warn' : 'plain'}
        title={calls > 0 ? `It made ${countOf(calls, 'request')} in the last 24 hours` : 'Nothing seems to use it'}
      >
        {apiKey.last_used_at === null ? (
          calls === 0 && 'It has never been used.'
        ) : (
          <>
            It was last used <Moment at={apiKey.last_used_at} />
            {calls > 0 && ', and whatever uses it will be refused'}.
          </>
        )}
      </Notice>
      <p>
        <code>{apiKey.prefix}…</code> stops working within seconds and cannot be brought back.
      </p>
    </SubmitForm>
  );
}
