import {
  Button,
  type ButtonProps,
  Group,
  Modal,
  type ModalProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { SubmitForm, useSubmit } from './form/submit-form';
import { showToast, type Toast } from './toast';

export interface DialogControl {
  opened: boolean;
  onClose: () => void;
}

interface DialogProps extends DialogControl, Pick<ModalProps, 'size' | 'zIndex'> {
  title: string;
  /** Only a button in the content closes the dialog, because the content is shown only once. */
  locked?: boolean;
  children: ReactNode;
}

export function Dialog({ locked = false, ...modal }: DialogProps) {
  useFocusReturn(modal.opened);
  return <Modal {...modal} closeOnEscape={!locked} withCloseButton={!locked} returnFocus={false} />;
}

/** Focuses the dialog's title, so a screen reader announces it. The button that had the focus is gone. */
export function DialogOutcome({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const title = content.current?.closest('[role="dialog"]')?.querySelector('h2');
    title?.setAttribute('tabindex', '-1');
    title?.focus();
  }, []);
  return <Stack ref={content}>{children}</Stack>;
}

export function DoneButton({ label = 'Done', ...button }: ButtonProps & { label?: string; onClick: () => void }) {
  return (
    <Group justify="end">
      <Button size="sm" {...button}>
        {label}
      </Button>
    </Group>
  );
}

/**
 * After a dialog, returns the focus to the element that had it, or to the page's content if that element is gone, such as a revoked
 * key's button. Mantine's own focus return ignores dialogs that are open when they mount.
 */
export function useFocusReturn(opened: boolean): void {
  const opener = useRef<Element | null>(null);
  // Read during the render, because the menu whose item opened the dialog unmounts right after it.
  if (opened) opener.current ??= openerOf(document.activeElement);
  else opener.current = null;
  useEffect(() => {
    if (!opened) return;
    const before = opener.current;
    return () => {
      setTimeout(() => {
        const active = document.activeElement;
        const isElsewhere = active && active !== document.body && !active.closest('[role="dialog"]');
        if (isElsewhere) return; // the dialog led to another page, whose title has the focus
        const target = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null;
        (target ?? document.getElementById('content'))?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/** For a menu item, returns the button of its menu. */
function openerOf(active: Element | null): Element | null {
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

interface FormProps<Values, Body, Result> {
  label: string;
  danger?: boolean;
  initialValues?: Values;
  /** Resolves to undefined if the user must send the form again. */
  mutation: UseMutationResult<Result | undefined, Error, Body>;
  body?: (values: Values) => Body;
  /** The toast; not for a dialog with a `result`. */
  done?: string | ((values: Values) => Toast | undefined);
  children: ReactNode | ((form: UseFormReturnType<Values>) => ReactNode);
}

interface FormDialogProps<Values, Body, Result>
  extends FormProps<Values, Body, Result>,
    Omit<DialogProps, 'children' | 'zIndex'> {
  /** Shown instead of the form after it was sent. Without a result, the dialog closes. `locked` applies only to the result. */
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

/** Mounted only while the dialog is open, so it starts with the initial values. */
function DialogForm<Values extends AnyValues, Body, Result>(props: DialogFormProps<Values, Body, Result>) {
  const { label, danger = false, mutation, body, done, children, onSent, onCancel } = props;
  const form = useForm({ initialValues: props.initialValues ?? ({} as Values) });
  const submit = useSubmit(form, mutation, (values) => {
    const toast = typeof done === 'function' ? done(values) : done && { text: done };
    const onSuccess = () => {
      if (toast) showToast(toast);
      onSent?.();
    };
    mutation.mutate(body ? body(values) : (values as unknown as Body), { onSuccess });
  });
  return (
    <SubmitForm submit={submit} label={label} danger={danger} onCancel={onCancel}>
      {typeof children === 'function' ? children(form) : children}
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
