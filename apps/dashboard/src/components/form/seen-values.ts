import { useRef } from 'react';
import { ProblemError } from '../../api/problem-error';

type Values = Readonly<Record<string, unknown>>;

/** The values of the fields that `changes` has, as `stored` has them. */
export const valuesOf = <Body extends object>(changes: Body, stored: object): Body => {
  const values = new Map(Object.entries(stored));
  return Object.fromEntries(Object.keys(changes).map((field) => [field, values.get(field) ?? null])) as Body;
};

/**
 * Sends changes with the values that the user saw, so that the server refuses to overwrite what somebody else has changed. After the
 * user has been told the values of now, the next attempt is based on these.
 */
export function useSeenValues<Body extends object, Result>(
  stored: object,
  send: (body: Body & { seen: { [field: string]: unknown } }) => Promise<Result>,
): (changes: Body) => Promise<Result> {
  const told = useRef<Values>({});
  return async (changes) => {
    const seen = { ...valuesOf(changes, { ...stored, ...told.current }) } as Values;
    try {
      return await send({ ...changes, seen });
    } catch (error) {
      if (error instanceof ProblemError) told.current = { ...told.current, ...error.problem.current };
      throw error;
    }
  };
}
