import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { intervalChoices, monitorsKey, namesIn, useMonitorKeys } from '../../account/monitors';
import { usePermissions } from '../../account/permissions';
import { ProblemAlert } from '../../components/alert-box';
import { type DialogControl, FormDialog } from '../../components/dialog';
import { EditDialog } from '../../components/edit-dialog';
import { showToast } from '../../components/toast';
import { changeMonitor, type Monitor, useDeleteMonitor, useRunMonitor, useTurnMonitor } from './monitor-queries';

export function MonitorActions({ monitor }: { monitor: Monitor }) {
  const { id, state, next_run_at: next } = monitor;
  const { develop } = usePermissions();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const turn = useTurnMonitor(monitor);
  const run = useRunMonitor(id);
  if (!develop) return null;
  const isPaused = state === 'paused';
  const error = turn.error ?? run.error;
  return (
    <>
      <Button
        disabled={isPaused || next === null}
        loading={run.isPending}
        onClick={() => run.mutate(undefined, { onSuccess: () => showToast({ text: 'A run is under way.' }) })}
      >
        Run now
      </Button>
      <Button loading={turn.isPending} onClick={() => turn.mutate()} {...(isPaused && { variant: 'filled' })}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button onClick={() => setDialog('edit')}>Edit</Button>
      <Button onClick={() => setDialog('delete')}>Delete</Button>
      <EditMonitorDialog monitor={monitor} opened={dialog === 'edit'} onClose={() => setDialog(undefined)} />
      <DeleteDialog monitor={monitor} opened={dialog === 'delete'} onClose={() => setDialog(undefined)} />
      {error && <ProblemAlert error={error} />}
    </>
  );
}

const formOf = ({ every_minutes, key_id, fields }: Monitor) => ({
  every_minutes: `${every_minutes}`,
  key_id: key_id ?? '',
  fields: fields.join(', '),
});

function EditMonitorDialog({ monitor, ...dialog }: DialogControl & { monitor: Monitor }) {
  const { id, name, kind, key_id: key } = monitor;
  const keys = useMonitorKeys();
  const present = keys.some((one) => one.id === key) ? [] : [{ value: key ?? '', label: 'its present key' }];
  return (
    <EditDialog
      {...dialog}
      title={`Edit “${name}”`}
      stored={monitor}
      formOf={formOf}
      changesOf={(values, stored) => {
        const before = formOf(stored);
        return {
          ...(values.every_minutes !== before.every_minutes && { every_minutes: Number(values.every_minutes) }),
          ...(values.key_id !== before.key_id && { key_id: values.key_id }),
          ...(values.fields !== before.fields && { fields: namesIn(values.fields) }),
        };
      }}
      send={(changes) => changeMonitor(id, changes)}
      queryKey={monitorsKey}
      saved={() => `“${name}” is saved.`}
    >
      {(form) => (
        <>
          <NativeSelect
            label="How often"
            data={intervalChoices(monitor.every_minutes)}
            data-autofocus
            {...form.getInputProps('every_minutes')}
          />
          <NativeSelect
            label="Key"
            data={[...present, ...keys.map((one) => ({ value: one.id, label: one.name }))]}
            {...form.getInputProps('key_id')}
          />
          {kind === 'changed' && (
            <TextInput label="Members to watch" description="Up to ten." {...form.getInputProps('fields')} />
          )}
        </>
      )}
    </EditDialog>
  );
}

function DeleteDialog({ monitor: { id, name }, ...dialog }: DialogControl & { monitor: Monitor }) {
  const navigate = useNavigate();
  return (
    <FormDialog
      {...dialog}
      title="Delete the monitor?"
      label="Delete"
      danger
      mutation={useDeleteMonitor(id)}
      body={() => undefined}
      done={() => {
        void navigate({ to: '/monitors' });
        return { text: `${name} is deleted.` };
      }}
    >
      <p>Its events and runs are deleted, too. To stop it for a while, pause it.</p>
    </FormDialog>
  );
}
