import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { ProblemError } from '../../api/problem-error';
import { ProblemNotice } from '../notice';
import { sortFaults } from './form-faults';

interface SubmitFormProps {
  submit: Submit;
  label: string;
  /** For what cannot be undone. */
  danger?: boolean;
  wide?: boolean;
  onCancel?: () => void;
  children?: ReactNode;
}

export function SubmitForm({ submit, label, danger = false, wide = false, onCancel, children }: SubmitFormProps) {
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack>
        {children}
        {submit.error !== null && <ProblemNotice error={submit.error} />}
        <Group justify="end" gap="xs" mt="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={submit.pending} fullWidth={wide} {...(danger && { color: 'red' })}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Submit {
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  readonly pending: boolean;
  /** Set unless the fields already show every fault. */
  readonly error: unknown;
}

/** Sends a form. Faults that the server finds appear beside their fields; the form keeps what was typed. */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<unknown>,
): Submit {
  const mutation = useMutation({
    mutationFn: send,
    onError: (error) => {
      if (error instanceof ProblemError) form.setErrors(sortFaults(error, Object.keys(form.getValues())).fields);
    },
  });
  const said =
    mutation.error instanceof ProblemError && sortFaults(mutation.error, Object.keys(form.getValues())).complete;
  return {
    onSubmit: form.onSubmit((values) => {
      if (!mutation.isPending) mutation.mutate(values);
    }),
    pending: mutation.isPending,
    error: said ? null : mutation.error,
  };
}
