import { usePermissions } from '../../account/permissions';
import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import { KeyFields } from './key-fields';
import { emptyKeyForm, newKeyBodyOf } from './key-form';
import { useCreateKey } from './key-mutations';
import { NewKey } from './new-key';

/** A form, then, in its place, the key itself. The dialog cannot be closed by accident while the key is shown. */
export function CreateKeyDialog({ name, ...dialog }: DialogControl & { name: string }) {
  const createKey = useCreateKey();
  const { own } = usePermissions();
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title="Create a key"
      label="Create key"
      initialValues={{ ...emptyKeyForm, name }}
      mutation={createKey}
      body={(values) => newKeyBodyOf(values, own)}
      resultTitle={() => 'Your new key'}
      result={(created, close) => <NewKey created={created} onDone={close} />}
      locked
    >
      {(form) => <KeyFields form={form} isNew />}
    </FormDialog>
  );
}
