import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccountScope } from '../../account/account-scope';
import { useNameOfOperation } from '../../account/operation-name';
import { overviewQuery } from '../../account/usage-queries';
import type { View } from '../../api/views';
import type { DialogControl } from '../../components/dialog-frame';
import { FormDialog } from '../../components/form/form-dialog';
import { Notice } from '../../components/notice';
import { Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import { formatSpan } from '../../format/time';
import { KeyFields } from './key-fields';
import { keyChangesOf, keyFormOf } from './key-form';
import {
  changeKey,
  setRateLimit,
  useChangeKey,
  useRequestRateIncrease,
  useRevokeKey,
  useRotateKey,
  useSetRateLimit,
} from './key-mutations';
import { NewKey } from './new-key';

export type KeyAction = 'edit' | 'rotate' | 'request-rate' | 'set-rate' | 'revoke';

type KeyDialogProps = DialogControl & { apiKey: View<'KeyView'> };

interface KeyDialogsProps extends Omit<KeyDialogProps, 'opened'> {
  action: KeyAction | undefined;
  onAct: (action: KeyAction) => void;
}

/** Beside the list, not in its rows: a row that leaves the list must not take a dialog with it that shows a new key. */
export function KeyDialogs({ apiKey, action, onAct, onClose }: KeyDialogsProps) {
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

function EditKeyDialog({ apiKey, ...dialog }: KeyDialogProps) {
  const change = useChangeKey(apiKey.id);
  const before = keyFormOf(apiKey);
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={`Edit ${apiKey.name}`}
      label="Save"
      initialValues={before}
      send={async (values) => {
        const changes = keyChangesOf(before, values);
        if (Object.keys(changes).length > 0) await change.mutateAsync(changes);
      }}
      done={(values) => {
        const back = keyChangesOf(values, before);
        if (Object.keys(back).length === 0) return undefined;
        return { text: `${values.name.trim()} is saved.`, undo: () => changeKey(apiKey.id, back) };
      }}
    >
      {(form) => <KeyFields form={form} />}
    </FormDialog>
  );
}

/** How long a rotated key may keep working, in seconds; the server allows up to seven days. */
const overlaps = [0, 3_600, 86_400, 259_200, 604_800].map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'Not at all' : formatSpan(seconds),
}));

function RotateKeyDialog({ apiKey, ...dialog }: KeyDialogProps) {
  const rotateKey = useRotateKey(apiKey.id);
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={`Rotate ${apiKey.name}`}
      label="Rotate key"
      initialValues={{ overlap_seconds: '86400' }}
      send={({ overlap_seconds }) => rotateKey.mutateAsync(Number(overlap_seconds))}
      resultTitle={() => `New key for ${apiKey.name}`}
      result={(created, close) => <NewKey created={created} onDone={close} />}
      locked
    >
      {(form) => (
        <>
          <p>The new key inherits the name and limits. Both count towards the same caps.</p>
          <NativeSelect
            label="Keep the old key working for"
            description="If it has leaked, choose “Not at all”. Otherwise, as long as a deployment takes."
            data={overlaps}
            data-autofocus
            {...form.getInputProps('overlap_seconds')}
          />
        </>
      )}
    </FormDialog>
  );
}

function RateRequestDialog({ apiKey, ...dialog }: KeyDialogProps) {
  const requestIncrease = useRequestRateIncrease(apiKey.id);
  return (
    <FormDialog
      {...dialog}
      title={`Request a higher rate limit for ${apiKey.name}`}
      label="Send to support"
      initialValues={{ requests_per_second: String(apiKey.rate_limit_per_second * 2), reason: '' }}
      send={({ requests_per_second, reason }) =>
        requestIncrease.mutateAsync({ requests_per_second: Number(requests_per_second), reason: reason.trim() })
      }
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

/** Support only. */
function RateLimitDialog({ apiKey, ...dialog }: KeyDialogProps) {
  const change = useSetRateLimit(apiKey.id);
  return (
    <FormDialog
      {...dialog}
      title={`Rate limit of ${apiKey.name}`}
      label="Save"
      initialValues={{ rate_limit_per_second: String(apiKey.rate_limit_per_second) }}
      send={({ rate_limit_per_second }) => change.mutateAsync(Number(rate_limit_per_second))}
      done={({ rate_limit_per_second }) => ({
        text: `${apiKey.name} may make ${rate_limit_per_second} requests per second.`,
        undo: () => setRateLimit(apiKey.id, apiKey.rate_limit_per_second),
      })}
    >
      {(form) => (
        <TextInput
          label="Requests per second"
          inputMode="numeric"
          data-autofocus
          {...form.getInputProps('rate_limit_per_second')}
        />
      )}
    </FormDialog>
  );
}

/** The second click says what will break. There is no name to type: a leaked key costs money every second. */
function RevokeKeyDialog({ apiKey, onRotate, ...dialog }: KeyDialogProps & { onRotate: () => void }) {
  const revokeKey = useRevokeKey(apiKey.id);
  const calls = apiKey.requests_last_24_hours;
  return (
    <FormDialog
      {...dialog}
      title={`Revoke ${apiKey.name}?`}
      label="Revoke key"
      danger
      initialValues={{}}
      send={() => revokeKey.mutateAsync()}
      done={`${apiKey.name} is revoked.`}
    >
      {() => (
        <>
          <Notice
            tone={calls > 0 ? 'warn' : 'plain'}
            title={calls > 0 ? `It made ${countOf(calls, 'request')} in the last 24 hours` : 'Nothing seems to use it'}
          >
            {apiKey.last_used_at === null ? (
              calls === 0 && 'It has never been used.'
            ) : (
              <>
                It was last used <Moment at={apiKey.last_used_at} />.{calls > 0 && ' Whatever uses it will be refused.'}
              </>
            )}
          </Notice>
          {calls > 0 && <UsedFor apiKey={apiKey} />}
          <p>
            <code>{apiKey.prefix}…</code> stops working within seconds and cannot be restored.
          </p>
          {calls > 0 && apiKey.retires_at === null && !apiKey.built_in && (
            <p>
              Rotation replaces it without an outage.{' '}
              <Button variant="subtle" size="compact-sm" px={0} onClick={onRotate}>
                Rotate it instead
              </Button>
            </p>
          )}
        </>
      )}
    </FormDialog>
  );
}

const namedOperations = 3;

/** What will break. */
function UsedFor({ apiKey: { id } }: { apiKey: View<'KeyView'> }) {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const used = useQuery(overviewQuery(useAccountScope(), { from: day(1), to: day(0), key_id: id })).data?.by_operation;
  const nameOf = useNameOfOperation();
  if (!used || used.length === 0) return null;
  const names = used.slice(0, namedOperations).map(({ operation }) => nameOf(operation));
  const rest = used.length - names.length;
  return (
    <p>
      Since yesterday it was used for: {names.join(', ')}
      {rest > 0 && ` and ${countOf(rest, 'other operation')}`}.
    </p>
  );
}
