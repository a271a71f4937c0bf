import { isLoupeError, type LoupeError } from '@loupe/client';
import { UsageError } from './command-line.ts';

const usage = 2;
const key = 3;
const money = 4;
const absent = 5;
const service = 6;

const ends = new Map(
  Object.entries({
    unauthorized: key,
    account_suspended: key,
    wrong_credential: key,
    forbidden: key,
    budget_reached: money,
    private_account: absent,
    profile_not_found: absent,
    not_found: absent,
    bad_request: usage,
    unknown_route: usage,
    invalid_parameter: usage,
    invalid_cursor: usage,
    unprocessable_entity: usage,
  }),
);

/** @returns undefined for an unexpected error, such as a full disk */
export function exitCodeOf(error: unknown): number | undefined {
  if (isLoupeError(error)) return ends.get(error.code) ?? (error.status === 402 ? money : service);
  return error instanceof UsageError || error instanceof TypeError ? usage : undefined;
}

/** Whether the error is about the requested resource, so that other inputs can continue. */
export function isAbout(error: unknown): error is LoupeError {
  return isLoupeError(error) && ends.get(error.code) === absent;
}

export function messageOf(error: unknown): string {
  const { message } = error as Error;
  if (!isLoupeError(error)) return message;
  const validationErrors = error.errors.map(({ parameter, message }) => `\n  ${parameter} ${message}`);
  return `${error.code}: ${message}${validationErrors.join('')}${error.requestId ? `\n  request ${error.requestId}` : ''}`;
}
