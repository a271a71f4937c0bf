import {
  Box,
  Button,
  type ButtonProps,
  Fieldset,
  Group,
  Modal,
  type ModalProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SafeChange } from '../api/safe-change';
import { AlertBox, ProblemAlert } from './alert-box';
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

export function Dialog({ locked = false, children, ...modal }: DialogProps) {
  useFocusReturn(modal.opened);
  return (
    <Modal {...modal} closeOnEscape={!locked} withCloseButton={!locked} returnFocus={false}>
      {locked && <PageHold />}
      {children}
    </Modal>
  );
}

/** Keeps the page: Back, links, a reload and closing the tab. The page's own changes of its address replace it, and are free. */
function PageHold() {
  const [isTried, setTried] = useState(false);
  const shouldBlockFn = ({ action }: { action: string }) => {
    if (action !== 'REPLACE') setTried(true);
    return action !== 'REPLACE';
  };
  useBlocker({ shouldBlockFn, enableBeforeUnload: true });
  if (!isTried) return null;
  return (
    <Box mb="md">
      <AlertBox tone="warn" title="Store it before you leave" announced>
        This page shows it only once. The button below closes it.
      </AlertBox>
    </Box>
  );
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
  label: string | undefined;
  danger?: boolean;
  initialValues?: Values;
  /** Resolves to undefined if the user must send the form again. */
  mutation: UseMutationResult<Result | undefined, Error, Body> & Partial<SafeChange>;
  body?: (values: Values) => Body;
  /** The toast, unless the dialog shows a `result`. */
  done?: string | ((values: Values, result: Result) => Toast | undefined);
  children: ReactNode | ((form: UseFormReturnType<Values>) => ReactNode);
}

interface FormDialogProps<Values, Body, Result>
  extends FormProps<Values, Body, Result>,
    Omit<DialogProps, 'children' | 'zIndex' | 'locked'> {
  /** Shown instead of the form after it was sent. If there is nothing to show, the dialog closes. */
  result?: (result: Result, close: () => void) => ReactNode;
  /** Whether the result is shown only once. */
  locked?: boolean | ((result: Result) => boolean);
  resultTitle?: (result: Result) => string;
}

type AnyValues = Record<string, unknown>;

export function FormDialog<Values extends AnyValues, Body, Result>(props: FormDialogProps<Values, Body, Result>) {
  const { title, size, opened, onClose, result: show, resultTitle, locked, ...form } = props;
  const result = form.mutation.data;
  const close = () => {
    form.mutation.end?.();
    form.mutation.reset();
    onClose();
  };
  const shown = result !== undefined && show?.(result, close);
  const isOver = (received: Result | undefined) => !show || (received !== undefined && !show(received, close));
  return (
    <Dialog
      title={shown && resultTitle ? resultTitle(result) : title}
      opened={opened}
      onClose={close}
      locked={result !== undefined && (typeof locked === 'function' ? locked(result) : locked === true)}
      {...(size !== undefined && { size })}
    >
      {shown ? (
        <DialogOutcome>
          {form.mutation.wasLost?.() && (
            <AlertBox tone="good" title="It worked" announced>
              The first response was lost. This is what it said; nothing was done twice.
            </AlertBox>
          )}
          {shown}
        </DialogOutcome>
      ) : (
        <DialogForm {...form} isOver={isOver} onClose={close} />
      )}
    </Dialog>
  );
}

interface DialogFormProps<Values, Body, Result> extends FormProps<Values, Body, Result> {
  /** Whether nothing is left to do in the dialog. */
  isOver: (result: Result | undefined) => boolean;
  onClose: () => void;
}

/** Mounted only while the dialog is open. Starts with the initial values, or with those of a change whose answer is not known. */
function DialogForm<Values extends AnyValues, Body, Result>(props: DialogFormProps<Values, Body, Result>) {
  const { label, danger = false, mutation, body, done, children, isOver, onClose } = props;
  const { isAsking = false, isNotDone = false } = mutation;
  const initialValues = props.initialValues ?? ({} as Values);
  const [kept] = useState(() => {
    const values = mutation.keptValues?.() as Partial<Values> | undefined;
    return values && { ...initialValues, ...values };
  });
  const form = useForm({ initialValues: kept ?? initialValues });
  const send = (typed: Values) => {
    // What was sent, while its answer is not known.
    const values = { ...typed, ...(mutation.keptValues?.() as Partial<Values> | undefined) };
    const onSuccess = (result: Result | undefined) => {
      if (!isOver(result)) return;
      const toast = typeof done === 'function' ? done(values, result as Result) : done && { text: done };
      if (toast) showToast(mutation.wasLost?.() ? { ...toast, text: `It worked: ${toast.text}` } : toast);
      onClose();
    };
    mutation.keepValues?.(values);
    mutation.mutate(body ? body(values) : (values as unknown as Body), { onSuccess });
  };
  const submit = useSubmit(form, mutation, send);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once what became of the change
  useEffect(() => {
    if (kept) send(kept);
  }, []);
  return (
    <SubmitForm
      submit={submit}
      label={isNotDone ? 'Send again' : label}
      danger={danger}
      onCancel={onClose}
      {...(isAsking && { cancelLabel: 'Close' })}
    >
      <Fieldset variant="unstyled" disabled={isAsking} p={0}>
        <Stack>{typeof children === 'function' ? children(form) : children}</Stack>
      </Fieldset>
      {isAsking && <Asking />}
    </SubmitForm>
  );
}

const Asking = () => (
  <AlertBox tone="warn" title="No response arrived" announced>
    We are asking Loupe whether it worked. Nothing is sent again meanwhile.
  </AlertBox>
);

/** For a button without a dialog. */
export function ChangeAlert({ change }: { change: SafeChange & { isError: boolean; error: unknown } }) {
  if (change.isAsking) return <Asking />;
  return change.isError ? <ProblemAlert error={change.error} /> : null;
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
  mutation: UseMutationResult<unknown, Error, string> & Partial<SafeChange>;
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
