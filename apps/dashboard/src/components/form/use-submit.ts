import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ProblemError } from '../../api/problem-error';
import { sortFaults } from './form-faults';

export interface Submit {
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  readonly pending: boolean;
  /** What is left to say after the fields have shown their own faults. */
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
