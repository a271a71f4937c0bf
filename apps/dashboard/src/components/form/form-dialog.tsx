import { TextInput, type TextInputProps } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog, type DialogControl, DialogOutcome, type DialogProps } from '../dialog';
import { showToast, type Toast } from '../toast';
import { SubmitForm, useSubmit } from './submit-form';

interface FormProps<Values, Body, Result> {
  label: string;
  danger?: boolean;
  initialValues: Values;
  /** Nothing comes of a form that must be sent once more. */
  mutation: UseMutationResult<Result | undefined, Error, Body>;
  body: (values: Values) => Body;
  /** What is said once it is done, where nothing takes the place of the form. */
  done?: string | ((values: Values) => Toast | undefined);
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

interface FormDialogProps<Values, Body, Result>
  extends FormProps<Values, Body, Result>,
    DialogControl,
    Pick<DialogProps, 'size' | 'locked'> {
  title: string;
  /** What takes the place of the form once it is sent. Without it the dialog closes. `locked` is about it. */
  result?: (result: Result, close: () => void) => ReactNode;
  resultTitle?: (result: Result) => string;
}

type AnyValues = Record<string, unknown>;

export function FormDialog<Values extends AnyValues, Body, Result>(props: FormDialogProps<Values, Body, Result>) {
  const { title, size, opened, onClose, result: show, resultTitle, locked = false, ...form } = props;
  const result = form.mutation.data;
  const close = () => {
    form.mutation.reset();
    onClose();
  };
  return (
    <Dialog
      title={result !== undefined && resultTitle ? resultTitle(result) : title}
      opened={opened}
      onClose={close}
      locked={locked && result !== undefined}
      {...(size !== undefined && { size })}
    >
      {show && result !== undefined ? (
        <DialogOutcome>{show(result, close)}</DialogOutcome>
      ) : (
        <DialogForm {...form} onSent={show ? undefined : close} onCancel={close} />
      )}
    </Dialog>
  );
}

interface DialogFormProps<Values, Body, Result> extends FormProps<Values, Body, Result> {
  onSent: (() => void) | undefined;
  onCancel: () => void;
}

/** Mounted only while the dialog is open, so each time it starts with the initial values. */
function DialogForm<Values extends AnyValues, Body, Result>(props: DialogFormProps<Values, Body, Result>) {
  const { label, danger = false, initialValues, mutation, body, done, children, onSent, onCancel } = props;
  const form = useForm({ initialValues });
  const submit = useSubmit(form, mutation, (values) => {
    // Made of what was so before the change.
    const toast = typeof done === 'function' ? done(values) : done && { text: done };
    const onSuccess = () => {
      if (toast) showToast(toast);
      onSent?.();
    };
    mutation.mutate(body(values), { onSuccess });
  });
  return (
    <SubmitForm submit={submit} label={label} danger={danger} onCancel={onCancel}>
      {children(form)}
    </SubmitForm>
  );
}

export function UsdInput(props: TextInputProps) {
  return <TextInput leftSection="$" inputMode="decimal" {...props} />;
}

interface ReasonDialogProps extends DialogControl {
  title: string;
  label: string;
  danger: boolean;
  consequence: string;
  description?: string;
  mutation: UseMutationResult<unknown, Error, string>;
  done: Toast;
}

export function ReasonDialog({ consequence, description = 'For the audit log.', done, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog {...dialog} initialValues={{ note: '' }} body={({ note }) => note.trim()} done={() => done}>
      {(form) => (
        <>
          <p>{consequence}</p>
          <TextInput label="Reason" description={description} data-autofocus {...form.getInputProps('note')} />
        </>
      )}
    </FormDialog>
  );
}
