import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { Dialog } from '../dialog';
import type { DialogProps } from '../dialog-frame';
import { SubmitForm, useSubmit } from './submit-form';

interface FormProps<Values> {
  label: string;
  danger?: boolean;
  initialValues: Values;
  send: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

type Values = Record<string, unknown>;

/** A dialog with one form in it. It closes when the form is sent. */
export function FormDialog<V extends Values>({
  title,
  opened,
  size,
  ...form
}: FormProps<V> & Pick<DialogProps, 'title' | 'opened' | 'size'>) {
  return (
    <Dialog title={title} opened={opened} onClose={form.onClose} {...(size && { size })}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open, so each time it starts with the initial values. */
function DialogForm<V extends Values>({ label, danger, initialValues, send, onClose, children }: FormProps<V>) {
  const form = useForm({ initialValues });
  const submit = useSubmit(form, async (values) => {
    await send(values);
    onClose();
  });
  return (
    <SubmitForm submit={submit} label={label} {...(danger && { danger })} onCancel={onClose}>
      {children(form)}
    </SubmitForm>
  );
}
