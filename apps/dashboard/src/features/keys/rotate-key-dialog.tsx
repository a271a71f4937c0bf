import { NativeSelect } from '@mantine/core';
import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import { formatSpan } from '../../format/time';
import type { Key } from './key-lines';
import { useRotateKey } from './key-mutations';
import { NewKey } from './new-key';

/** How long a rotated key may keep working, in seconds; the server allows up to seven days. */
const overlaps = [0, 3_600, 86_400, 259_200, 604_800].map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'Not at all' : formatSpan(seconds),
}));

export function RotateKeyDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  const rotateKey = useRotateKey(apiKey.id);
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={`Rotate ${apiKey.name}`}
      label="Rotate key"
      initialValues={{ overlap_seconds: '86400' }}
      mutation={rotateKey}
      body={({ overlap_seconds }) => Number(overlap_seconds)}
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
