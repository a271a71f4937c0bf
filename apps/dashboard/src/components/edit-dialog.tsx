import type { UseFormReturnType } from '@mantine/form';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isConflict, ProblemError, reasonOf } from '../api/problem-error';
import { useChange } from '../api/query-client';
import { type DialogControl, FormDialog } from './dialog';

type Fields = Record<string, unknown>;

interface Seen {
  seen: { [field: string]: unknown };
}

interface EditDialogProps<Stored extends object, Values extends Fields, Changes extends object> extends DialogControl {
  title: string;
  size?: string;
  stored: Stored;
  formOf: (stored: Stored) => Values;
  /** Nothing is sent without a change. */
  changesOf: (values: Values, stored: Stored) => Changes;
  send: (changes: Changes & Seen) => Promise<object>;
  queryKey: QueryKey;
  /** What the toast says. */
  saved: (values: Values) => string;
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

/**
 * Changes what was stored when the dialog was opened. If somebody else has changed a field since, the server refuses and names the
 * present value; the next attempt and Undo are based on that.
 */
export function EditDialog<Stored extends object, Values extends Fields, Changes extends object>({
  stored,
  formOf,
  changesOf,
  send,
  queryKey,
  saved,
  ...dialog
}: EditDialogProps<Stored, Values, Changes>) {
  const { opened } = dialog;
  const [seen, setSeen] = useState({ opened, stored });
  if (seen.opened !== opened) setSeen({ opened, stored });
  const change = useChange(
    queryKey,
    async (changes: Changes) => {
      if (Object.keys(changes).length === 0) return undefined;
      const before = valuesOf(changes, seen.stored);
      try {
        return { before, after: valuesOf(changes, await send({ ...changes, ...seenOf(before) })) };
      } catch (error) {
        if (error instanceof ProblemError) setSeen({ opened, stored: { ...seen.stored, ...error.problem.current } });
        throw error;
      }
    },
    { waits: true },
  );
  const isOver = isConflict(change.error) && reasonOf(change.error) !== 'changed_meanwhile';
  return (
    <FormDialog
      {...dialog}
      label={isOver ? undefined : 'Save'}
      initialValues={formOf(seen.stored)}
      mutation={change}
      body={(values) => changesOf(values, seen.stored)}
      done={(values, result) =>
        result && { text: saved(values), undo: () => send({ ...result.before, ...seenOf(result.after) }) }
      }
    />
  );
}

const seenOf = (values: object): Seen => ({ seen: { ...values } });

/** The values of the fields that `changes` has, as `stored` has them. */
const valuesOf = <Changes extends object>(changes: Changes, stored: object): Changes => {
  const values = new Map(Object.entries(stored));
  return Object.fromEntries(Object.keys(changes).map((field) => [field, values.get(field) ?? null])) as Changes;
};
