import type { ProblemError } from '../../api/problem-error';

export interface SortedFaults {
  /** Message by field, for the fields that the form has. */
  fields: Record<string, string>;
  /** Whether every fault has found its field, so that nothing else need be said. */
  complete: boolean;
}

/** Sorts the faults of a refused body to the form's fields; `allowed_ips.0` belongs to `allowed_ips`. */
export function sortFaults(error: ProblemError, fieldNames: readonly string[]): SortedFaults {
  const faults = error.problem.errors ?? [];
  const fields: Record<string, string> = {};
  let complete = faults.length > 0;
  for (const { parameter, message } of faults) {
    const name = fieldNames.find((field) => parameter === field || parameter.startsWith(`${field}.`));
    if (name === undefined) complete = false;
    else fields[name] ??= sentence(message);
  }
  return { fields, complete };
}

const sentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace('..', '.');
