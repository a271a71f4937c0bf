import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Dialog, DialogOutcome } from '../dialog';
import type { DialogControl, DialogProps } from '../dialog-frame';
import { showToast } from '../toast';
import type { Toast } from '../toasts';
import { SubmitForm, useSubmit } from './submit-form';

interface FormProps<Values, Result> {
  label: string;
  danger?: boolean;
  initialValues: Values;
  /** Nothing comes of a form that must be sent once more. */
  send: (values: Values) => Promise<Result | undefined>;
  /** What is said once it is done, where nothing takes the place of the form. */
  done?: string | ((values: Values) => Toast | undefined);
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

interface FormDialogProps<Values, Result> extends FormProps<Values, Result>, DialogControl {
  title: string;
  size?: DialogProps['size'];
  /** What takes the place of the form once it is sent. Without it the dialog closes. */
  result?: (result: Result, close: () => void) => ReactNode;
  resultTitle?: (result: Result) => string;
  /** The result is shown only once: only its own button closes it. */
  locked?: boolean;
}

type AnyValues = Record<string, unknown>;

export function FormDialog<Values extends AnyValues, Result>(props: FormDialogProps<Values, Result>) {
  const { title, size, opened, onClose, result: show, resultTitle, locked = false, ...form } = props;
  const [result, setResult] = useState<Result>();
  const close = () => {
    setResult(undefined);
    onClose();
  };
  return (
    <Dialog
      title={result !== undefined && resultTitle ? resultTitle(result) : title}
      opened={opened}
      onClose={close}
      locked={locked && result !== undefined}
      {...(size && { size })}
    >
      {show && result !== undefined ? (
        <DialogOutcome>{show(result, close)}</DialogOutcome>
      ) : (
        <DialogForm {...form} onSent={show ? setResult : close} onCancel={close} />
      )}
    </Dialog>
  );
}

interface DialogFormProps<Values, Result> extends FormProps<Values, Result> {
  onSent: (result: Result | undefined) => void;
  onCancel: () => void;
}

/** Mounted only while the dialog is open, so each time it starts with the initial values. */
function DialogForm<Values extends AnyValues, Result>(props: DialogFormProps<Values, Result>) {
  const form = useForm({ initialValues: props.initialValues });
  const submit = useSubmit(form, async (values) => {
    // Made of what was so before the change.
    const toast = typeof props.done === 'function' ? props.done(values) : props.done && { text: props.done };
    props.onSent(await props.send(values));
    if (toast) showToast(toast);
  });
  return (
    <SubmitForm submit={submit} label={props.label} danger={props.danger ?? false} onCancel={props.onCancel}>
      {props.children(form)}
    </SubmitForm>
  );
}
