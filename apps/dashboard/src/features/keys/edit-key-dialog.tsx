import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import { KeyFields } from './key-fields';
import { keyChangesOf, keyFormOf } from './key-form';
import type { Key } from './key-lines';
import { changeKey, useChangeKey } from './key-mutations';

export function EditKeyDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  const change = useChangeKey(apiKey.id);
  const before = keyFormOf(apiKey);
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={`Edit ${apiKey.name}`}
      label="Save"
      initialValues={before}
      mutation={change}
      body={(values) => keyChangesOf(before, values)}
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
