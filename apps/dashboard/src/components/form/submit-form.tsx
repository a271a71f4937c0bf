import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ProblemError } from '../../api/problem-error';
import { ProblemAlert } from '../alert-box';
import { sortErrors } from './form-errors';

interface SubmitFormProps {
  submit: Submit;
  /** Without one, the form cannot be sent. */
  label: string | undefined;
  danger?: boolean;
  wide?: boolean;
  onCancel?: () => void;
  cancelLabel?: string;
  children?: ReactNode;
}

export function SubmitForm({
  submit,
  label,
  danger = false,
  wide = false,
  onCancel,
  cancelLabel = label ? 'Cancel' : 'Close',
  children,
}: SubmitFormProps) {
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack>
        {children}
        {submit.error !== null && <ProblemAlert error={submit.error} />}
        <Group justify="end" gap="xs" mt="xs">
          {onCancel && (
            <Button size="sm" onClick={onCancel}>
              {cancelLabel}
            </Button>
          )}
          {label && (
            <Button
              size="sm"
              variant="filled"
              type="submit"
              loading={submit.pending}
              fullWidth={wide}
              {...(danger && { color: 'bad' })}
            >
              {label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface Submit {
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  readonly pending: boolean;
  /** Null when the fields already show every error. */
  readonly error: unknown;
}

/** Shows the server's validation errors beside their fields and keeps what was typed. */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { error, isPending }: Pick<UseMutationResult, 'error' | 'isPending'>,
  send: (values: Values) => void,
): Submit {
  const sorted = error instanceof ProblemError ? sortErrors(error, Object.keys(form.getValues())) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each rejected submission
  useEffect(() => {
    if (sorted) form.setErrors(sorted.fields);
  }, [error]);
  // A double click arrives before the next render.
  const isSending = useRef(false);
  useEffect(() => {
    isSending.current = isPending;
  }, [isPending]);
  return {
    onSubmit: form.onSubmit((values) => {
      if (isSending.current) return;
      isSending.current = true;
      send(values);
    }),
    pending: isPending,
    error: sorted?.complete ? null : error,
  };
}
