import type { ProblemError } from '../../api/problem-error';

interface SortedErrors {
  fields: Record<string, string>;
  complete: boolean;
}

/** Assigns the errors of a rejected body to the form's fields; `allowed_ips.0` belongs to `allowed_ips`. */
export function sortErrors(error: ProblemError, fieldNames: readonly string[]): SortedErrors {
  const errors = error.problem.errors ?? [];
  const fields: Record<string, string> = {};
  let complete = errors.length > 0;
  for (const { parameter, message } of errors) {
    const name = fieldNames.find((field) => parameter === field || parameter.startsWith(`${field}.`));
    if (name === undefined) complete = false;
    else fields[name] ??= sentenceOf(message);
  }
  return { fields, complete };
}

export function sentenceOf(message: string): string {
  const clause = /^(must|is|does|cannot|has|may) /.test(message) ? `this ${message}` : message;
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`.replace('..', '.');
}
